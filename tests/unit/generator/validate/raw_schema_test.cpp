#include <gtest/gtest.h>

#include <string>

#include "validate/raw_schema.hpp"

namespace mcpgen {
namespace raw_schema_test {

std::string problems(const std::string& text, SchemaRoot root = SchemaRoot::Any) {
  std::string all;
  for (const std::string& problem : check_schema(text, root).problems) {
    if (!all.empty()) all += '\n';
    all += problem;
  }
  return all;
}

TEST(RawSchema, what_a_tool_may_say_passes_and_comes_back_in_order) {
  const RawSchema checked = check_schema(R"({
    "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.com/tool", "type": "object",
    "$comment": "c", "title": "t", "description": "d", "default": {}, "examples": [{}], "deprecated": false,
    "$vocabulary": {"https://example.com/v": false}, "x-own": {"type": 7, "in": {}},
    "$defs": {"node": {"$anchor": "node", "properties": {"next": {"$ref": "#node"}, "up": {"$ref": "#"}}},
              "any": true, "dynamic": {"$dynamicAnchor": "_d.1"}},
    "definitions": {"old": {"type": ["string", "null"]}},
    "properties": {"a/b~c": {"$ref": "#/definitions/old"}, "d": {"$ref": "#/properties/a~1b~0c"},
                   "e": {"$dynamicRef": "#_d.1"}, "f": {"const": null, "enum": [1, "1"], "readOnly": true},
                   "g": {"format": "date", "contentEncoding": "base64", "contentMediaType": "a/b", "contentSchema": {}},
                   "h": {"minLength": 2.0, "maxLength": 3, "pattern": "^\\p{L}+$", "writeOnly": true},
                   "i": {"minimum": -1, "maximum": 1e3, "exclusiveMinimum": 0.5, "exclusiveMaximum": 2, "multipleOf": 0.1},
                   "j": {"prefixItems": [true], "items": false, "contains": {}, "minContains": 0, "maxContains": 1,
                         "minItems": 0, "maxItems": 1, "uniqueItems": true, "unevaluatedItems": false},
                   "k": {"$ref": "#/x-own/in", "x-own": 1}},
    "required": ["d"], "minProperties": 1, "maxProperties": 9, "patternProperties": {"^x": {}},
    "additionalProperties": {"type": "integer"}, "propertyNames": {"maxLength": 9}, "unevaluatedProperties": {},
    "dependentRequired": {"d": ["e"]}, "dependentSchemas": {"d": {}},
    "allOf": [{}], "anyOf": [true], "oneOf": [{}], "not": false, "if": {}, "then": {}, "else": {}})",
                                         SchemaRoot::Object);
  EXPECT_EQ(checked.problems, std::vector<std::string>());
  EXPECT_EQ(checked.schema.begin().key(), "$schema");
  EXPECT_EQ(checked.schema["properties"].begin().key(), "a/b~c");
}

TEST(RawSchema, must_be_json) {
  EXPECT_TRUE(problems("{\"type\": }").starts_with("must be JSON: parse error at line 1, column 10: "))
      << problems("{\"type\": }");
  EXPECT_TRUE(problems("").starts_with("must be JSON: ")) << problems("");
  EXPECT_TRUE(problems("{} {}").starts_with("must be JSON: ")) << problems("{} {}");
  EXPECT_TRUE(problems("{\"a\": \"\xff\"}").starts_with("must be JSON: "));
  EXPECT_TRUE(problems(R"({"minimum": 1e400})").starts_with("must be JSON: number overflow"))
      << problems(R"({"minimum": 1e400})");
}

TEST(RawSchema, must_not_repeat_a_name) {
  EXPECT_EQ(
      problems(R"({"type": "object", "anyOf": [true, {"type": "string", "a/b": 1, "a/b": 2}], "type": "object"})"),
      "#/anyOf/1/a~1b: stands twice in its object\n#/type: stands twice in its object");
  EXPECT_EQ(problems(R"({"const": [[{"a": 1}, {"a": 1}], {"a": 1}]})"), "");
}

TEST(RawSchema, must_not_be_nested_without_bounds) {
  const auto nested = [](int levels) {
    std::string text;
    for (int i = 0; i < levels; ++i) text += "{\"not\":";
    text += "true";
    for (int i = 0; i < levels; ++i) text += '}';
    return text;
  };
  EXPECT_EQ(problems(nested(1024)), "");
  EXPECT_EQ(problems(nested(1025)), "#: must not be nested deeper than 1024 levels");
  EXPECT_EQ(problems(nested(100000)), "#: must not be nested deeper than 1024 levels");
}

TEST(RawSchema, must_be_an_object_that_says_so_of_its_values) {
  EXPECT_EQ(problems("true"), "#: must be an object, is true");
  EXPECT_EQ(problems("[]"), "#: must be an object, is []");
  EXPECT_EQ(problems("{}", SchemaRoot::Object), "#: must say \"type\": \"object\"");
  EXPECT_EQ(problems(R"({"type": "string"})", SchemaRoot::Object), "#/type: must be \"object\", is \"string\"");
  EXPECT_EQ(problems(R"({"type": ["object"]})", SchemaRoot::Object), "#/type: must be \"object\", is [\"object\"]");
  EXPECT_EQ(problems(R"({"type": "object"})", SchemaRoot::Object), "");
  EXPECT_EQ(problems(R"({"$ref": "#/$defs/a", "$defs": {"a": {"type": "object"}}})", SchemaRoot::Object),
            "#: must say \"type\": \"object\"");
}

TEST(RawSchema, must_be_of_draft_2020_12) {
  EXPECT_EQ(problems(R"({"$schema": "http://json-schema.org/draft-07/schema#"})"),
            "#/$schema: must be \"https://json-schema.org/draft/2020-12/schema\", is "
            "\"http://json-schema.org/draft-07/schema#\"");
  EXPECT_EQ(problems(R"({"$schema": 1})"), "#/$schema: must be \"https://json-schema.org/draft/2020-12/schema\", is 1");
  EXPECT_EQ(problems(R"({"not": {"$schema": "https://json-schema.org/draft/2020-12/schema"}})"),
            "#/not/$schema: must stand at the root alone");
  EXPECT_EQ(problems(R"({"items": [{}]})"),
            "#/items: must be one schema; a list of them is \"prefixItems\" in draft 2020-12");
}

TEST(RawSchema, names_every_problem_of_every_nested_schema) {
  EXPECT_EQ(problems(R"({"type": "int", "properties": {"a": {"minimum": "1"}, "b": 5},
                         "allOf": [{"items": {"minLength": -1}}], "$defs": {"x/y": {"pattern": "("}}})"),
            "#/type: must be one of array, boolean, integer, null, number, object, string, or a list of them, is "
            "\"int\"\n"
            "#/properties/b: must be a schema (an object, true or false), is 5\n"
            "#/properties/a/minimum: must be a number, is \"1\"\n"
            "#/$defs/x~1y/pattern: must be a regular expression of RE2, which has no look-around and no "
            "back-references: missing ): (\n"
            "#/allOf/0/items/minLength: must be a whole number of at least 0, is -1");
}

struct Shape {
  const char* schema;
  const char* problem;
};

class RawSchemaShape : public testing::TestWithParam<Shape> {};

TEST_P(RawSchemaShape, is_told) { EXPECT_EQ(problems(GetParam().schema), GetParam().problem); }

INSTANTIATE_TEST_SUITE_P(
    Keywords, RawSchemaShape,
    testing::Values(
        Shape{R"({"$comment": 1})", "#/$comment: must be a string, is 1"},
        Shape{R"({"title": null})", "#/title: must be a string, is null"},
        Shape{R"({"format": {}})", "#/format: must be a string, is {}"},
        Shape{R"({"pattern": 1})", "#/pattern: must be a string, is 1"},
        Shape{R"({"uniqueItems": "yes"})", "#/uniqueItems: must be true or false, is \"yes\""},
        Shape{R"({"deprecated": 0})", "#/deprecated: must be true or false, is 0"},
        Shape{R"({"enum": "a"})", "#/enum: must be an array, is \"a\""},
        Shape{R"({"examples": "a"})", "#/examples: must be an array, is \"a\""},
        Shape{R"({"maximum": true})", "#/maximum: must be a number, is true"},
        Shape{R"({"exclusiveMinimum": true})", "#/exclusiveMinimum: must be a number, is true"},
        Shape{R"({"multipleOf": 0})", "#/multipleOf: must be a number above 0, is 0"},
        Shape{R"({"multipleOf": -0.5})", "#/multipleOf: must be a number above 0, is -0.5"},
        Shape{R"({"multipleOf": "2"})", "#/multipleOf: must be a number above 0, is \"2\""},
        Shape{R"({"maxItems": 1.5})", "#/maxItems: must be a whole number of at least 0, is 1.5"},
        Shape{R"({"minContains": "1"})", "#/minContains: must be a whole number of at least 0, is \"1\""},
        Shape{R"({"type": []})", "#/type: must be a list of at least one type, is []"},
        Shape{R"({"type": ["null", "null"]})", "#/type/1: must stand in the list once, but there is another \"null\""},
        Shape{R"({"type": ["null", 5]})",
              "#/type/1: must be one of array, boolean, integer, null, number, object, string, is 5"},
        Shape{R"({"required": "a"})", "#/required: must be a list of names, is \"a\""},
        Shape{R"({"required": ["a", 1, "a"]})",
              "#/required/1: must be a string, is 1\n"
              "#/required/2: must stand in the list once, but there is another \"a\""},
        Shape{R"({"dependentRequired": ["a"]})",
              "#/dependentRequired: must be an object of lists of names, is [\"a\"]"},
        Shape{R"({"dependentRequired": {"a": "b"}})", "#/dependentRequired/a: must be a list of names, is \"b\""},
        Shape{R"({"properties": []})", "#/properties: must be an object of schemas, is []"},
        Shape{R"({"$defs": 1})", "#/$defs: must be an object of schemas, is 1"},
        Shape{R"({"definitions": {"a": 1}})", "#/definitions/a: must be a schema (an object, true or false), is 1"},
        Shape{R"({"allOf": []})", "#/allOf: must be a list of at least one schema, is []"},
        Shape{R"({"anyOf": {}})", "#/anyOf: must be a list of at least one schema, is {}"},
        Shape{R"({"prefixItems": [1]})", "#/prefixItems/0: must be a schema (an object, true or false), is 1"},
        Shape{R"({"not": null})", "#/not: must be a schema (an object, true or false), is null"},
        Shape{R"({"contains": [true]})", "#/contains: must be one schema, is a list"},
        Shape{R"({"unevaluatedProperties": "no"})",
              "#/unevaluatedProperties: must be a schema (an object, true or false), is \"no\""},
        Shape{R"({"$vocabulary": 1})", "#/$vocabulary: must be an object of booleans, is 1"},
        Shape{R"({"$vocabulary": {"a": 1}})", "#/$vocabulary/a: must be true or false, is 1"},
        Shape{R"({"patternProperties": {"a{2,1}": {}}})",
              "#/patternProperties/a{2,1}: must be a regular expression of RE2, which has no look-around and no "
              "back-references: invalid repetition size: {2,1}"},
        Shape{R"r({"pattern": "(?!a)"})r",
              "#/pattern: must be a regular expression of RE2, which has no look-around and no back-references: "
              "invalid perl operator: (?!"},
        Shape{R"({"title": ["a long value is cut between characters, where sixty bytes end"]})",
              "#/title: must be a string, is [\"a long value is cut between characters, where sixty bytes …"},
        Shape{R"({"title": ["a long value is cut between characters, where sixty byteséé"]})",
              "#/title: must be a string, is [\"a long value is cut between characters, where sixty bytes…"}));

TEST(RawSchema, identifiers_stand_at_the_root) {
  EXPECT_EQ(problems(R"({"$id": "https://example.com/a#"})"), "");
  EXPECT_EQ(problems(R"({"$id": ""})"), "");
  EXPECT_EQ(problems(R"({"$id": "https://example.com/a#b"})"),
            "#/$id: must be a URI without a fragment, is \"https://example.com/a#b\"");
  EXPECT_EQ(problems(R"({"$id": 1})"), "#/$id: must be a URI, is 1");
  EXPECT_EQ(problems(R"({"$defs": {"a": {"$id": "b"}}})"),
            "#/$defs/a/$id: must stand at the root alone: it would change what the references below it mean");
}

TEST(RawSchema, anchors_are_names_and_unique) {
  const std::string what =
      ": must be a name of letters, digits, \"-\", \"_\" and \".\" that starts with a letter or \"_\", is ";
  EXPECT_EQ(problems(R"({"$anchor": "#a"})"), "#/$anchor" + what + "\"#a\"");
  EXPECT_EQ(problems(R"({"$anchor": ""})"), "#/$anchor" + what + "\"\"");
  EXPECT_EQ(problems(R"({"$dynamicAnchor": 1})"), "#/$dynamicAnchor" + what + "1");
  EXPECT_EQ(problems(R"({"$anchor": "a b"})"), "#/$anchor" + what + "\"a b\"");
  EXPECT_EQ(problems(R"({"$anchor": "a", "not": {"$dynamicAnchor": "a"}})"),
            "#/not/$dynamicAnchor: must be the only anchor of this name, but there is another \"a\"");
}

TEST(RawSchema, references_stay_within_the_text) {
  for (const char* target : {"https://example.com/schema", "other.json", "/$defs/a", ""}) {
    EXPECT_EQ(problems(R"({"items": {"$ref": ")" + std::string(target) + "\"}}"),
              "#/items/$ref: must stay within this schema (\"#\", \"#/…\" or \"#anchor\"), leads to the network: \"" +
                  std::string(target) + '"');
  }
  EXPECT_EQ(problems(R"({"items": {"$ref": 5}})"), "#/items/$ref: must be a reference, is 5");
  EXPECT_EQ(problems(R"({"items": {"$ref": "#/$defs/a"}})"),
            "#/items/$ref: must lead to a schema, and there is nothing at \"#/$defs/a\"");
  EXPECT_EQ(problems(R"({"items": {"$ref": "#/~2"}})"),
            "#/items/$ref: must lead to a schema, and there is nothing at \"#/~2\"");
  EXPECT_EQ(problems(R"({"enum": [5], "items": {"$ref": "#/enum/0"}})"),
            "#/items/$ref: must lead to a schema, and \"#/enum/0\" is 5");
  EXPECT_EQ(problems(R"({"items": {"$ref": "#a", "$dynamicRef": "#b"}})"),
            "#/items/$ref: must name an anchor of this schema, and there is no \"#a\"\n"
            "#/items/$dynamicRef: must name an anchor of this schema, and there is no \"#b\"");
  EXPECT_EQ(problems(R"({"$defs": {"a b": {}}, "items": {"$ref": "#/$defs/a%20b"}})"), "");
}

TEST(RawSchema, what_a_reference_leads_to_is_checked_wherever_it_stands) {
  EXPECT_EQ(
      problems(
          R"({"x": {"y": {"$anchor": "late", "minimum": "1"}}, "items": {"$ref": "#/x/y"}, "not": {"$ref": "#late"}})"),
      "#/x/y/minimum: must be a number, is \"1\"");
}

TEST(RawSchema, must_not_lead_back_to_itself_with_the_same_value) {
  const std::string behind = " with the same value, which could never be checked to the end";
  EXPECT_EQ(problems(R"({"$ref": "#"})"), "#: must not lead back to #" + behind);
  EXPECT_EQ(problems(R"({"not": {"anyOf": [true, {"$ref": "#"}]}})"),
            "#/not/anyOf/1: must not lead back to #" + behind);
  EXPECT_EQ(problems(R"({"$defs": {"a": {"if": {"$ref": "#b"}}, "b": {"$anchor": "b", "$ref": "#/$defs/a"}}})"),
            "#/$defs/b: must not lead back to #/$defs/a" + behind);
  EXPECT_EQ(problems(R"({"dependentSchemas": {"a": {"$ref": "#"}}})"),
            "#/dependentSchemas/a: must not lead back to #" + behind);
  EXPECT_EQ(problems(R"({"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}],
                         "$defs": {"a": {"properties": {"b": {"$ref": "#"}}, "items": {"$ref": "#/$defs/a"}}}})"),
            "");
}

}  // namespace raw_schema_test
}  // namespace mcpgen
