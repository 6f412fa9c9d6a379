#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>
#include <string>

#include "diff/numbers.hpp"
#include "diff/schema_difference.hpp"

namespace mcpgen::diff {
namespace schema_difference_test {

/// The changes between two schemas, "breaking: …" one a line.
std::string changes(const Json& before, const Json& after, Direction direction) {
  Changes found;
  compare_schemas(before, after, direction, "t", found);
  std::string text;
  for (const Change& change : found.all()) {
    text += change.weight == Weight::Breaking     ? "breaking: "
            : change.weight == Weight::Compatible ? "compatible: "
                                                  : "wording: ";
    text += change.text + '\n';
  }
  return text;
}

/// The same for one member called `x`, given as JSON text; `as` is Input or Output.
std::string member(const std::string& before, const std::string& after, Direction direction = Direction::Input) {
  const auto around = [](const std::string& schema) {
    return Json::parse(R"({"type": "object", "properties": {"x": )" + schema + R"(}, "additionalProperties": false})");
  };
  return changes(around(before), around(after), direction);
}

std::string root(const std::string& before, const std::string& after, Direction direction = Direction::Input) {
  return changes(Json::parse(before), Json::parse(after), direction);
}

/// One schema takes all that the other takes and more: whoever sends is free to send what it sent, whoever receives is
/// not.
struct Widening {
  const char* name;
  const char* narrow;
  const char* wide;
};

class Widenings : public testing::TestWithParam<Widening> {};

TEST_P(Widenings, are_compatible_in_inputs_and_breaking_in_outputs) {
  const auto& [name, narrow, wide] = GetParam();
  const auto all_start_with = [](const std::string& lines, const std::string& word) {
    std::istringstream in(lines);
    std::size_t count = 0;
    for (std::string line; std::getline(in, line); ++count) {
      if (!line.starts_with(word + ": t: ")) return false;
    }
    return count > 0;
  };
  const std::string wider_input = member(narrow, wide, Direction::Input);
  EXPECT_TRUE(all_start_with(wider_input, "compatible")) << wider_input;
  const std::string narrower_input = member(wide, narrow, Direction::Input);
  EXPECT_TRUE(all_start_with(narrower_input, "breaking")) << narrower_input;
  const std::string wider_output = member(narrow, wide, Direction::Output);
  EXPECT_TRUE(all_start_with(wider_output, "breaking")) << wider_output;
  const std::string narrower_output = member(wide, narrow, Direction::Output);
  EXPECT_TRUE(all_start_with(narrower_output, "compatible")) << narrower_output;
}

INSTANTIATE_TEST_SUITE_P(
    Keywords, Widenings,
    testing::Values(
        Widening{"type", R"({"type": "string"})", R"({"type": ["string", "boolean"]})"},
        Widening{"integer_to_number", R"({"type": "integer"})", R"({"type": "number"})"},
        Widening{"anything", R"({"type": "string"})", "{}"},
        Widening{"true_is_anything", R"({"type": "string"})", "true"},
        Widening{"null", R"({"type": "string"})", R"({"type": ["string", "null"]})"},
        Widening{"null_as_alternative", R"({"type": "string"})",
                 R"({"anyOf": [{"type": "string"}, {"type": "null"}]})"},
        Widening{"enum", R"({"type": "string", "enum": ["a"]})", R"({"type": "string", "enum": ["b", "a"]})"},
        Widening{"enum_null", R"({"type": "string", "enum": ["a"]})",
                 R"({"type": ["string", "null"], "enum": ["a", null]})"},
        Widening{"no_enum", R"({"type": "string", "enum": ["a"]})", R"({"type": "string"})"},
        Widening{"constant", R"({"const": "a"})", R"({"enum": ["a", "b"]})"},
        Widening{"titled", R"({"type": "string", "oneOf": [{"const": "a", "title": "A"}]})",
                 R"({"type": "string", "oneOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]})"},
        Widening{"minimum", R"({"type": "integer", "minimum": 2})", R"({"type": "integer", "minimum": 1})"},
        Widening{"no_minimum", R"({"type": "integer", "minimum": 2})", R"({"type": "integer"})"},
        Widening{"exclusive_minimum", R"({"type": "number", "exclusiveMinimum": 1})",
                 R"({"type": "number", "minimum": 1})"},
        Widening{"maximum", R"({"type": "number", "maximum": 1.5})", R"({"type": "number", "maximum": 2})"},
        Widening{"exclusive_maximum", R"({"type": "number", "exclusiveMaximum": 2})",
                 R"({"type": "number", "maximum": 2})"},
        Widening{"big_maximum", R"({"type": "integer", "maximum": 9223372036854775807})",
                 R"({"type": "integer", "maximum": 18446744073709551615})"},
        Widening{"int32_to_int64", R"({"type": "integer", "minimum": -2147483648, "maximum": 2147483647})",
                 R"({"type": "integer", "format": "int64"})"},
        Widening{"multiple_of", R"({"type": "number", "multipleOf": 10})", R"({"type": "number", "multipleOf": 5})"},
        Widening{"no_multiple_of", R"({"type": "number", "multipleOf": 10})", R"({"type": "number"})"},
        Widening{"min_length", R"({"type": "string", "minLength": 1})", R"({"type": "string"})"},
        Widening{"max_length", R"({"type": "string", "maxLength": 1})", R"({"type": "string", "maxLength": 2})"},
        Widening{"pattern", R"({"type": "string", "pattern": "a"})", R"({"type": "string"})"},
        Widening{"format", R"({"type": "string", "format": "date"})", R"({"type": "string"})"},
        Widening{"encoding", R"({"type": "string", "contentEncoding": "base64"})", R"({"type": "string"})"},
        Widening{"min_items", R"({"type": "array", "minItems": 2})", R"({"type": "array", "minItems": 1})"},
        Widening{"max_items", R"({"type": "array", "maxItems": 2})", R"({"type": "array"})"},
        Widening{"unique_items", R"({"type": "array", "uniqueItems": true})",
                 R"({"type": "array", "uniqueItems": false})"},
        Widening{"items", R"({"type": "array", "items": {"type": "integer"}})",
                 R"({"type": "array", "items": {"type": "number"}})"},
        Widening{"any_items", R"({"type": "array", "items": {"type": "integer"}})", R"({"type": "array"})"},
        Widening{"prefix_items", R"({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]})",
                 R"({"type": "array", "prefixItems": [{"type": "number"}]})"},
        Widening{"required", R"({"type": "object", "properties": {"a": {}}, "required": ["a"]})",
                 R"({"type": "object", "properties": {"a": {}}})"},
        Widening{"undescribed_required", R"({"type": "object", "required": ["a"]})", R"({"type": "object"})"},
        Widening{"additional", R"({"type": "object", "additionalProperties": false})", R"({"type": "object"})"},
        Widening{"additional_schema", R"({"type": "object", "additionalProperties": {"type": "integer"}})",
                 R"({"type": "object", "additionalProperties": {"type": "number"}})"},
        Widening{"additional_schema_to_any", R"({"type": "object", "additionalProperties": {"type": "integer"}})",
                 R"({"type": "object", "additionalProperties": true})"},
        Widening{"property_names", R"({"type": "object", "propertyNames": {"enum": ["a"]}})",
                 R"({"type": "object", "propertyNames": {"enum": ["a", "b"]}})"},
        Widening{"dependent", R"({"type": "object", "dependentRequired": {"a": ["b", "c"]}})",
                 R"({"type": "object", "dependentRequired": {"a": ["b"]}})"},
        Widening{"any_of", R"({"anyOf": [{"type": "string"}, {"type": "integer"}]})",
                 R"({"anyOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "string"}]})"},
        Widening{"one_of_inner", R"({"oneOf": [{"type": "string"}, {"type": "array", "maxItems": 3}]})",
                 R"({"oneOf": [{"type": "array"}, {"type": "string"}]})"},
        Widening{"no_all_of", R"({"allOf": [{"minimum": 1}]})", "{}"},
        Widening{"all_of", R"({"allOf": [{"minimum": 1}, {"maximum": 3}]})", R"({"allOf": [{"minimum": 1}]})"}),
    [](const auto& widening) { return widening.param.name; });

/// Two spellings of one thing.
class Spellings : public testing::TestWithParam<Widening> {};

TEST_P(Spellings, are_no_change) {
  const auto& [name, one, other] = GetParam();
  for (const Direction direction : {Direction::Input, Direction::Output}) {
    EXPECT_EQ(member(one, other, direction), "");
    EXPECT_EQ(member(other, one, direction), "");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Equal, Spellings,
    testing::Values(Widening{"null", R"({"type": ["string", "null"]})",
                             R"({"anyOf": [{"type": "null"}, {"type": "string"}]})"},
                    Widening{"null_enum", R"({"type": ["string", "null"], "enum": ["a", null]})",
                             R"({"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]})"},
                    Widening{"integer_beside_number", R"({"type": ["integer", "number"]})", R"({"type": "number"})"},
                    Widening{"order_of_values", R"({"enum": ["a", "b"]})", R"({"enum": ["b", "a"]})"},
                    Widening{"constant", R"({"const": 1})", R"({"enum": [1]})"},
                    Widening{"no_length", R"({"type": "string", "minLength": 0})", R"({"type": "string"})"},
                    Widening{"not_unique", R"({"uniqueItems": false})", "{}"},
                    Widening{"open", R"({"additionalProperties": true})", "{}"},
                    Widening{"any_items", R"({"items": {}})", R"({"items": true})"},
                    Widening{"nothing_required", R"({"required": []})", "{}"},
                    Widening{"integer_bounds", R"({"type": "integer", "format": "int64", "minimum": 0})",
                             R"({"type": "integer", "minimum": 0, "maximum": 9223372036854775807})"},
                    Widening{"order_of_alternatives",
                             R"({"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}]})",
                             R"({"anyOf": [{"type": "boolean"}, {"type": "string"}, {"type": "integer"}]})"}),
    [](const auto& spelling) { return spelling.param.name; });

TEST(SchemaDifference, says_which_argument_and_how) {
  EXPECT_EQ(root(R"({"properties": {"region": {}}})", R"({"properties": {"region": {}}, "required": ["region"]})"),
            "breaking: t: argument `region` is now required\n");
  EXPECT_EQ(root(R"({"properties": {"a": {}}})", R"({"properties": {"b": {}}})"),
            "breaking: t: argument `a` was removed\ncompatible: t: argument `b` was added\n");
  EXPECT_EQ(root("{}", R"({"properties": {"b": {}}, "required": ["b"]})"),
            "breaking: t: argument `b` was added and is required\n");
  EXPECT_EQ(member(R"({"type": "string"})", R"({"type": "integer", "minimum": 1})"),
            "breaking: t: argument `x` takes `integer`, was `string`\n");
  EXPECT_EQ(member(R"({"minimum": 1})", R"({"minimum": 2})"), "breaking: t: argument `x` has `minimum` 2, was 1\n");
  EXPECT_EQ(member(R"({"minimum": 1})", R"({"exclusiveMinimum": 1})"),
            "breaking: t: argument `x` has `exclusiveMinimum` 1, was `minimum` 1\n");
  EXPECT_EQ(member(R"({"enum": ["a", "b"]})", R"({"enum": ["a", "c"]})"),
            "breaking: t: argument `x` can no longer be \"b\"\ncompatible: t: argument `x` can now be \"c\"\n");
  EXPECT_EQ(root(R"({"dependentRequired": {"a": ["b"]}})", R"({"dependentRequired": {"a": ["b", "c"]}})"),
            "breaking: t: argument `a` now needs `c` beside it\n");
  EXPECT_EQ(member(R"({"items": {"properties": {"price": {"maximum": 2}}}})",
                   R"({"items": {"properties": {"price": {"maximum": 1}}}})", Direction::Output),
            "compatible: t: output `x[].price` has `maximum` 1, was 2\n");
}

TEST(SchemaDifference, takes_outputs_the_other_way_round) {
  EXPECT_EQ(root(R"({"properties": {"a": {}}, "required": ["a"]})", R"({"properties": {"a": {}}})", Direction::Output),
            "breaking: t: output `a` is no longer always there\n");
  EXPECT_EQ(root(R"({"properties": {"a": {}}})", "{}", Direction::Output), "breaking: t: output `a` was removed\n");
  // A client that is written against `additionalProperties: false` reads on all the same.
  EXPECT_EQ(root(R"({"additionalProperties": false})",
                 R"({"properties": {"a": {}}, "required": ["a"], "additionalProperties": false})", Direction::Output),
            "compatible: t: output `a` was added\n");
}

TEST(SchemaDifference, takes_a_default_for_part_of_what_a_call_means) {
  EXPECT_EQ(member(R"({"default": 1})", R"({"default": 2})"), "breaking: t: argument `x` has `default` 2, was 1\n");
  EXPECT_EQ(member(R"({"default": 1})", "{}"), "breaking: t: argument `x` no longer has `default` 1\n");
  EXPECT_EQ(member("{}", R"({"default": 1})"), "compatible: t: argument `x` now has `default` 1\n");
  // Nobody can leave it out any more, which says it all.
  EXPECT_EQ(root(R"({"properties": {"a": {"default": 1}}})", R"({"properties": {"a": {}}, "required": ["a"]})"),
            "breaking: t: argument `a` is now required\n");
  EXPECT_EQ(member(R"({"default": 1})", R"({"default": 2})", Direction::Output),
            "wording: t: output `x` has `default` 2, was 1\n");
}

TEST(SchemaDifference, takes_texts_for_wording) {
  EXPECT_EQ(member(R"({"title": "A", "description": "B"})", R"({"title": "C", "examples": [1]})"),
            "wording: t: argument `x` has `title` \"C\", was \"A\"\n"
            "wording: t: argument `x` no longer has `description` \"B\"\n"
            "wording: t: argument `x` now has `examples` [1]\n");
  EXPECT_EQ(member(R"({"oneOf": [{"const": "a", "title": "A"}, {"const": "b"}]})",
                   R"({"oneOf": [{"const": "a", "title": "B"}, {"const": "b", "title": "B"}]})"),
            "wording: t: argument `x` says something else about \"a\"\n"
            "wording: t: argument `x` says something else about \"b\"\n");
  EXPECT_EQ(member(R"({"oneOf": [{"const": "a", "title": "A"}]})", R"({"enum": ["a"]})"),
            "wording: t: argument `x` no longer says something about \"a\"\n");
  EXPECT_EQ(root(R"({"type": "object"})", R"({"type": "object", "x-fastmcp-wrap-result": true})", Direction::Output),
            "wording: t: the output now has `x-fastmcp-wrap-result` true\n");
}

TEST(SchemaDifference, takes_what_it_does_not_know_for_breaking) {
  EXPECT_EQ(member("{}", R"({"x-mcp-header": "Region"})"),
            "breaking: t: argument `x` now has `x-mcp-header` \"Region\"\n");
  EXPECT_EQ(member(R"({"not": {"const": 1}})", R"({"not": {"const": 2}})"),
            "breaking: t: argument `x` has `not` {\"const\":2}, was {\"const\":1}\n");
  EXPECT_EQ(member(R"({"if": {}})", "{}", Direction::Output), "breaking: t: output `x` no longer has `if` {}\n");
  EXPECT_EQ(member(R"({"pattern": "a"})", R"({"pattern": "b"})"),
            "breaking: t: argument `x` has `pattern` \"b\", was \"a\"\n");
  EXPECT_EQ(member(R"({"multipleOf": 4})", R"({"multipleOf": 6})", Direction::Output),
            "breaking: t: output `x` has `multipleOf` 6, was 4\n");
}

TEST(SchemaDifference, looks_through_references) {
  const std::string one = R"({"properties": {"a": {"$ref": "#/$defs/One"}, "b": {"$ref": "#/$defs/One"}},
    "$defs": {"One": {"properties": {"n": {"type": "integer"}}}}})";
  const std::string other = R"({"properties": {"a": {"$ref": "#/$defs/Other"}, "b": {"$ref": "#/$defs/Other"}},
    "$defs": {"Other": {"properties": {"n": {"type": "integer"}}}}})";
  const std::string in_full = R"({"properties": {"a": {"properties": {"n": {"type": "integer"}}},
    "b": {"properties": {"n": {"type": "number"}}, "description": "B"}}})";
  EXPECT_EQ(root(one, other), "");
  EXPECT_EQ(root(one, in_full),
            "wording: t: argument `b` now has `description` \"B\"\n"
            "compatible: t: argument `b.n` takes `number`, was `integer`\n");
}

TEST(SchemaDifference, ends_on_types_that_contain_themselves) {
  const auto tree = [](const std::string& name, const std::string& type) {
    return R"({"$ref": "#/$defs/)" + name + R"(", "$defs": {")" + name + R"(": {"properties": {"value": {"type": ")" +
           type + R"("}, "children": {"items": {"$ref": "#/$defs/)" + name + R"("}}}}}})";
  };
  EXPECT_EQ(root(tree("A", "integer"), tree("B", "integer")), "");
  const std::string changed = root(tree("A", "number"), tree("B", "integer"));
  EXPECT_NE(changed.find("breaking: t: argument `value` takes `integer`, was `number`"), std::string::npos) << changed;
  // One side says in full what the other says by reference.
  const std::string unrolled = R"({"properties": {"value": {"type": "integer"}, "children": {"items": {"properties":
    {"value": {"type": "integer"}, "children": {"items": {"$ref": "#"}}}}}}})";
  EXPECT_EQ(root(tree("A", "integer"), unrolled), "");
}

TEST(SchemaDifference, refuses_what_is_no_schema) {
  for (const char* bad : {"7", R"({"$ref": "#/$defs/Absent"})", R"({"$ref": "other.json"})", R"({"$ref": "#"})"}) {
    EXPECT_THROW(root(bad, "{}"), std::runtime_error) << bad;
    EXPECT_THROW(root("{}", bad), std::runtime_error) << bad;
  }
  EXPECT_THROW(member("7", "{}"), std::runtime_error);
}

TEST(Numbers, are_ordered_exactly_and_across_kinds) {
  const Json big = 18446744073709551615U;
  const Json near = 18446744073709551614U;
  EXPECT_TRUE(less(near, big));
  EXPECT_FALSE(less(big, near));
  EXPECT_TRUE(less(-1, big));
  EXPECT_FALSE(less(big, -1));
  EXPECT_TRUE(less(-2, -1));
  EXPECT_TRUE(less(1, 1.5));
  EXPECT_FALSE(less(1.5, 1));
  EXPECT_TRUE(is_multiple(10, 2.5));
  EXPECT_FALSE(is_multiple(10, 3));
  EXPECT_FALSE(is_multiple(10, 0));
}

}  // namespace schema_difference_test
}  // namespace mcpgen::diff
