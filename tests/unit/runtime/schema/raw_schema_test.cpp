#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <list>
#include <string>
#include <thread>
#include <vector>

#include <mcp/codec/raw_schema.hpp>

#include "codec/document.hpp"

namespace mcp {
namespace raw_schema_test {

/// A schema lives until the process ends, and so does its text.
const detail::RawSchema& kept(const std::string& text) {
  static auto& texts = *new std::list<std::string>;
  static auto& schemas = *new std::list<detail::RawSchema>;
  return schemas.emplace_back(texts.emplace_back(text));
}

std::string problems(const detail::RawSchema& schema, const std::string& json) {
  Document document;
  if (const std::string_view wrong = document.parse_copy(json); !wrong.empty()) return "parse: " + std::string(wrong);
  Decoder decoder;
  const bool good = schema.conforms(document.root(), decoder);
  EXPECT_EQ(good, !decoder.failed()) << decoder.report();
  return decoder.report();
}

/// What is reported of `json`; "" when it conforms.
std::string problems(const std::string& schema, const std::string& json) { return problems(kept(schema), json); }

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

/// {"c":{"c":…1…}}
std::string nested(int levels) { return repeated(R"({"c":)", levels) + '1' + repeated("}", levels); }

constinit const detail::RawSchema kConstant{R"({"type": "object", "required": ["name"]})"};

TEST(RawSchema, is_a_constant_that_any_number_of_threads_may_ask) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      EXPECT_EQ(problems(kConstant, "{}"), "$: required member \"name\" is missing");
      EXPECT_EQ(problems(kConstant, R"({"name": 1})"), "");
    });
  }
}

TEST(RawSchema, reports_as_decoders_of_structs_do) {
  const std::string schema = R"({"type": "object",
    "properties": {"size": {"type": "integer", "minimum": 1, "maximum": 10},
                   "name": {"type": "string", "minLength": 1, "maxLength": 4},
                   "colour": {"enum": ["red", "green"]},
                   "tags": {"type": "array", "maxItems": 2, "items": {"type": "string"}}},
    "required": ["name"], "additionalProperties": false})";
  EXPECT_EQ(problems(schema, R"({"size": 1.0, "name": "åäöß", "colour": "red", "tags": ["a", "b"]})"), "");
  EXPECT_EQ(problems(schema, R"({"size": "ten", "sise": 1})"),
            "$.size: expected integer between 1 and 10, got \"ten\"\n"
            "$: unknown member \"sise\"; did you mean \"size\"?\n"
            "$: required member \"name\" is missing");
  EXPECT_EQ(problems(schema, R"({"size": 1.5, "name": "", "colour": "blue", "tags": ["a", 2, "c"]})"),
            "$.size: expected integer between 1 and 10, got 1.5\n"
            "$.name: expected string of 1 to 4 characters, got 0 characters\n"
            "$.colour: expected one of \"red\", \"green\", got \"blue\"\n"
            "$.tags: expected array of at most 2 elements, got 3 elements\n"
            "$.tags[1]: expected string, got 2");
  EXPECT_EQ(problems(schema, R"({"name": "a", "zzzzzz": 1})"),
            "$: unknown member \"zzzzzz\"; accepted: size, name, colour, tags");
  EXPECT_EQ(problems(schema, "[]"), "$: expected object, got []");
}

TEST(RawSchema, stops_telling_when_the_report_is_full) {
  const std::string text = problems(R"({"items": {"anyOf": [{"type": "null"}, {"minLength": 3, "type": "string"}]}})",
                                    "[" + repeated("\"ab\",", 5000) + "null]");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 8);
  EXPECT_TRUE(text.ends_with("… and more")) << text;
  EXPECT_TRUE(problems(R"({"additionalProperties": false, "propertyNames": {"maxLength": 1}})",
                       R"({"aa":1,"ab":1,"ac":1,"ad":1,"ae":1,"af":1,"ag":1,"ah":1,"ai":1,"aj":1})")
                  .ends_with("… and more"));
}

TEST(RawSchema, types) {
  EXPECT_EQ(problems(R"({"type": ["string", "null"]})", "5"), "$: expected string or null, got 5");
  EXPECT_EQ(problems(R"({"type": ["string", "array", "boolean", "number"]})", "{}"),
            "$: expected array, string, number or boolean, got {}");
  EXPECT_EQ(problems(R"({"type": "integer"})", "1e400"), "");
  EXPECT_EQ(problems(R"({"type": "integer"})", "12345678901234567890123"), "");
  EXPECT_EQ(problems(R"({"type": "number"})", "1"), "");
  EXPECT_EQ(problems(R"({"type": "boolean"})", "null"), "$: expected boolean, got null");
  EXPECT_EQ(problems(R"(false)", "1"), "$: no value is accepted here");
  EXPECT_EQ(problems(R"({"properties": {"a": false}})", R"({"a": 1})"), "$.a: no value is accepted here");
  EXPECT_EQ(problems(R"(true)", "1"), "");
}

TEST(RawSchema, constants_are_equal_by_value) {
  EXPECT_EQ(problems(R"({"const": 1})", "1.0"), "");
  EXPECT_EQ(problems(R"({"const": {"a": [1, null], "b": false}})", R"({"b": false, "a": [1e0, null]})"), "");
  EXPECT_EQ(problems(R"({"const": [1, 2]})", "[1]"), "$: expected [1,2], got [1]");
  EXPECT_EQ(problems(R"({"const": {"a": 1}})", R"({"b": 1})"), R"($: expected {"a":1}, got {"b":1})");
  EXPECT_EQ(problems(R"({"const": {"a": 1}})", R"({"a": 1, "b": 1})"), R"($: expected {"a":1}, got {"a":1,"b":1})");
  EXPECT_EQ(problems(R"({"const": 0})", "false"), "$: expected 0, got false");
  EXPECT_EQ(problems(R"({"const": -0.0})", "0"), "");
  EXPECT_EQ(problems(R"({"const": 9007199254740992})", "9007199254740993"),
            "$: expected 9007199254740992, got 9007199254740993");
  EXPECT_EQ(problems(R"({"const": 1e20})", "100000000000000000000"), "");
  EXPECT_EQ(problems(R"({"enum": [true, 2.0]})", "2"), "");
  EXPECT_EQ(problems(R"({"enum": []})", "2"), "$: no value is accepted here");
  EXPECT_EQ(problems(R"({"enum": [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21]})", "0"),
            "$: expected one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, …, got 0");
}

TEST(RawSchema, bounds_are_exact) {
  EXPECT_EQ(problems(R"({"maximum": 9007199254740992})", "9007199254740993"),
            "$: expected number of at most 9007199254740992, got 9007199254740993");
  EXPECT_EQ(problems(R"({"maximum": 9007199254740992.0})", "9007199254740992"), "");
  EXPECT_EQ(problems(R"({"maximum": 18446744073709551615})", "18446744073709551616"),
            "$: expected number of at most 18446744073709551615, got 18446744073709551616");
  EXPECT_EQ(problems(R"({"exclusiveMinimum": 100000000000000000000})", "100000000000000000001"), "");
  EXPECT_EQ(problems(R"({"exclusiveMinimum": 100000000000000000000})", "100000000000000000000"),
            "$: expected number above 1e+20, got 100000000000000000000");
  EXPECT_EQ(problems(R"({"minimum": -9223372036854775808})", "-9223372036854775809"),
            "$: expected number of at least -9223372036854775808, got -9223372036854775809");
  EXPECT_EQ(problems(R"({"minimum": -1, "maximum": 0.5})", "-0.25"), "");
  EXPECT_EQ(problems(R"({"maximum": 1e300})", "1e400"), "$: expected number of at most 1e+300, got 1e400");
  EXPECT_EQ(problems(R"({"exclusiveMaximum": 3})", "\"4\""), "");
  EXPECT_EQ(problems(R"({"type": ["integer", "string"], "minimum": 3})", "2"),
            "$: expected integer of at least 3, got 2");
}

TEST(RawSchema, multiples_are_those_of_decimal_numbers) {
  EXPECT_EQ(problems(R"({"multipleOf": 0.1})", "0.3"), "");
  EXPECT_EQ(problems(R"({"multipleOf": 0.01})", "0.075"), "$: expected number that is a multiple of 0.01, got 0.075");
  EXPECT_EQ(problems(R"({"multipleOf": 2.5})", "9007199254740993"),
            "$: expected number that is a multiple of 2.5, got 9007199254740993");
  EXPECT_EQ(problems(R"({"multipleOf": 3})", "111111111111111111111"), "");
  EXPECT_EQ(problems(R"({"multipleOf": 18446744073709551615})", "36893488147419103230"), "");
  EXPECT_EQ(problems(R"({"multipleOf": 123456789012345678901234567890})", "0"), "");
  EXPECT_EQ(problems(R"({"multipleOf": 1e-8})", "1e308"), "");
  EXPECT_EQ(problems(R"({"type": "integer", "minimum": 0, "multipleOf": 5})", "-7"),
            "$: expected integer of at least 0 and a multiple of 5, got -7");
}

TEST(RawSchema, strings_count_code_points_and_match_anywhere) {
  EXPECT_EQ(problems(R"({"maxLength": 2})", "\"\xF0\x9F\x98\x80\xF0\x9F\x98\x80\""), "");
  EXPECT_EQ(problems(R"({"minLength": 2.0})", "\"a\""), "$: expected string of at least 2 characters, got 1 character");
  EXPECT_EQ(problems(R"({"minLength": 2, "maxLength": 2})", "\"a\""),
            "$: expected string of exactly 2 characters, got 1 character");
  EXPECT_EQ(problems(R"({"maxLength": 1e300})", "\"a\""), "");
  EXPECT_EQ(problems(R"({"pattern": "b+"})", "\"abc\""), "");
  EXPECT_EQ(problems(R"({"pattern": "^\\d+$", "maxLength": 9})", R"("12\u0000")"),
            R"($: expected string of at most 9 characters that matches "^\\d+$", got "12\u0000")");
  EXPECT_EQ(problems(R"({"pattern": "^é.$"})", "\"é\xF0\x9F\x98\x80\""), "");
  EXPECT_EQ(problems(R"({"format": "date", "contentEncoding": "base64", "contentMediaType": "a/b"})", "\"?\""), "");
}

TEST(RawSchema, a_pattern_takes_time_in_proportion) {
  EXPECT_TRUE(problems(R"({"pattern": "^(a+)+$"})", '"' + std::string(1'000'000, 'a') + "b\"")
                  .starts_with("$: expected string that matches \"^(a+)+$\", got \"aaa"));
}

TEST(RawSchema, arrays) {
  EXPECT_EQ(problems(R"({"minItems": 1})", "[]"), "$: expected array of at least 1 element, got 0 elements");
  EXPECT_EQ(problems(R"({"prefixItems": [{"type": "string"}, true], "items": {"type": "null"}})", R"([1, 2, 3])"),
            "$[0]: expected string, got 1\n$[2]: expected null, got 3");
  EXPECT_EQ(problems(R"({"prefixItems": [true, true], "items": false})", "[1, 2, 3]"),
            "$: expected array of at most 2 elements, got 3 elements");
  EXPECT_EQ(problems(R"({"prefixItems": [true, true], "items": false})", "[1]"), "");
  EXPECT_EQ(problems(R"({"prefixItems": [{"type": "string"}]})", R"(["a", 2])"), "");
}

TEST(RawSchema, elements_differ_by_value) {
  const std::string schema = R"({"uniqueItems": true})";
  EXPECT_EQ(problems(schema, R"([1, "1", true, [1], {"a": 1}, "a", null, false, 0, {"a": 2}, [[1]], ""])"), "");
  EXPECT_EQ(problems(schema, "[3, 1, 2, 1.0]"), "$: expected elements that differ, but [1] and [3] are equal");
  EXPECT_EQ(problems(schema, R"([{"a": 1, "b": [2]}, {"b": [2.0], "a": 1e0}])"),
            "$: expected elements that differ, but [0] and [1] are equal");
  EXPECT_EQ(problems(schema, R"([["a", "b"], ["a\",\"b"], ["ab"], ["", "ab"]])"), "");
  EXPECT_EQ(problems(schema, "[9007199254740992, 9007199254740993, 9007199254740992.0]"),
            "$: expected elements that differ, but [0] and [2] are equal");
  EXPECT_EQ(problems(R"({"uniqueItems": false})", "[1, 1]"), "");
}

TEST(RawSchema, contains) {
  EXPECT_EQ(problems(R"({"contains": {"type": "integer", "minimum": 5}})", "[1, 2]"),
            "$: expected at least 1 element to be integer of at least 5, got 0");
  EXPECT_EQ(problems(R"({"contains": {"properties": {"a": false}}, "minContains": 2, "maxContains": 3})", "[1]"),
            "$: expected 2 to 3 elements to fit the schema's \"contains\", got 1");
  EXPECT_EQ(problems(R"({"contains": {"const": 1}, "minContains": 0, "maxContains": 1})", "[1, 1.0]"),
            "$: expected at most 1 element to be 1, got 2");
  EXPECT_EQ(problems(R"({"contains": {"const": 1}, "minContains": 0})", "[]"), "");
  EXPECT_EQ(problems(R"({"minContains": 3})", "[]"), "");
}

TEST(RawSchema, objects) {
  EXPECT_EQ(problems(R"({"maxProperties": 1, "minProperties": 1})", R"({"a": 1, "b": 2})"),
            "$: expected object of exactly 1 member, got 2 members");
  EXPECT_EQ(problems(R"({"additionalProperties": {"type": "integer"}, "properties": {"a": true}})",
                     R"({"a": "x", "b c": "y"})"),
            "$['b c']: expected integer, got \"y\"");
  EXPECT_EQ(problems(R"({"patternProperties": {"^x-": {"type": "string"}, "o$": {"maxLength": 1}},
                         "additionalProperties": false})",
                     R"({"x-foo": "ab", "x-a": 1, "bar": 1})"),
            "$['x-foo']: expected string of at most 1 character, got 2 characters\n"
            "$['x-a']: expected string, got 1\n"
            "$: unknown member \"bar\"");
  EXPECT_EQ(problems(R"({"propertyNames": {"maxLength": 2, "pattern": "^a"}})", R"({"ab": 1, "abc": 2, "b": 3})"),
            "$: member name \"abc\": expected string of at most 2 characters that matches \"^a\", got 3 characters\n"
            "$: member name \"b\": expected string of at most 2 characters that matches \"^a\", got \"b\"");
  EXPECT_EQ(problems(R"({"dependentRequired": {"card": ["address", "name"], "other": ["x"]}})", R"({"card": 1})"),
            "$: member \"address\" is required when \"card\" is given\n"
            "$: member \"name\" is required when \"card\" is given");
  EXPECT_EQ(problems(R"({"dependentSchemas": {"card": {"required": ["address"]}, "x": false}})", R"({"card": 1})"),
            "$: required member \"address\" is missing");
}

TEST(RawSchema, alternatives_that_are_told_apart_by_type) {
  const std::string schema =
      R"({"anyOf": [{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["b"]},
                    {"type": "string", "maxLength": 3}, {"type": "null"}]})";
  EXPECT_EQ(problems(schema, "true"), "$: expected object, string of at most 3 characters or null, got true");
  EXPECT_EQ(problems(schema, R"({"a": "x"})"), "$.a: expected integer, got \"x\"\n$: required member \"b\" is missing");
  EXPECT_EQ(problems(schema, "\"long\""), "$: expected string of at most 3 characters, got 4 characters");
  EXPECT_EQ(problems(schema, "null"), "");
  EXPECT_EQ(
      problems(R"({"$defs": {"s": {"type": "string"}}, "anyOf": [{"$ref": "#/$defs/s"}, {"type": "null"}]})", "1"),
      "$: expected string or null, got 1");
}

TEST(RawSchema, alternatives_that_are_told_apart_by_a_constant) {
  const std::string schema =
      R"({"oneOf": [{"type": "object", "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}}},
                    {"type": "object", "properties": {"kind": {"enum": ["box"]}}, "required": ["width"]}]})";
  EXPECT_EQ(problems(schema, R"({"kind": "circle", "radius": "x"})"), "$.radius: expected number, got \"x\"");
  EXPECT_EQ(problems(schema, R"({"kind": "box"})"), "$: required member \"width\" is missing");
  EXPECT_EQ(problems(schema, R"({"kind": "line"})"),
            "$: fits none of 2 alternatives: $.kind: expected \"circle\", got \"line\"; "
            "or $.kind: expected \"box\", got \"line\"");
}

TEST(RawSchema, alternatives_that_list_values) {
  EXPECT_EQ(problems(R"({"oneOf": [{"const": "a", "title": "A"}, {"const": "b"}, {"enum": ["c", "d"]}]})", "\"x\""),
            R"($: expected "a", "b" or one of "c", "d", got "x")");
  EXPECT_EQ(problems(R"({"anyOf": [{"const": "auto"}, {"type": "string", "pattern": "px$"}]})", "\"x\""),
            "$: fits none of 2 alternatives: expected \"auto\", got \"x\"; "
            "or expected string that matches \"px$\", got \"x\"");
  EXPECT_EQ(problems(R"({"$defs": {"a": {"const": "a", "$ref": "#/$defs/b"}, "b": {"type": "string"}},
                         "anyOf": [{"$ref": "#/$defs/a"}, {"const": 1}]})",
                     "\"x\""),
            "$: expected \"a\" or 1, got \"x\"");
  EXPECT_EQ(problems(R"({"anyOf": [{"enum": ["a", 1]}, {"type": "object", "required": ["b"]}]})", "{}"),
            "$: required member \"b\" is missing");
}

TEST(RawSchema, alternatives_that_nothing_tells_apart) {
  EXPECT_EQ(problems(R"({"anyOf": [false, false]})", "1"), "$: fits none of 2 alternatives");
  EXPECT_EQ(
      problems(R"({"anyOf": [{"minimum": 2}, {"multipleOf": 2}, {"maximum": -1}, {"const": 1}, {"const": 5}]})", "0.5"),
      "$: fits none of 5 alternatives: expected number of at least 2, got 0.5; "
      "or expected number that is a multiple of 2, got 0.5; or expected number of at most -1, got 0.5; "
      "or expected 1, got 0.5; …");
  EXPECT_EQ(
      problems(R"({"anyOf": [{"anyOf": [{"minimum": 2}, {"maximum": 0}]}, {"required": ["a"], "minimum": 3}]})", "1"),
      "$: fits none of 2 alternatives: fits none of 2 alternatives; or expected number of at least 3, got 1");
  EXPECT_EQ(problems(R"({"oneOf": [{"minimum": 5}, {"minimum": 1}, {"minimum": 2}]})", "3"),
            "$: fits alternatives 2 and 3 of 3, must fit exactly one");
}

TEST(RawSchema, combinations) {
  EXPECT_EQ(problems(R"({"allOf": [{"required": ["a"]}, {"required": ["b"]}]})", "{}"),
            "$: required member \"a\" is missing\n$: required member \"b\" is missing");
  EXPECT_EQ(problems(R"({"not": {"type": ["integer", "boolean"]}})", "1"),
            "$: expected anything but integer or boolean, got 1");
  EXPECT_EQ(problems(R"({"not": {"required": ["a"]}})", R"({"a": 1})"),
            R"($: expected anything but what fits the schema's "not", got {"a":1})");
  EXPECT_EQ(problems(R"({"not": {"not": {"minimum": 3}}})", "4"), "");
  const std::string branch = R"({"if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]},
                                 "else": {"required": ["c"]}})";
  EXPECT_EQ(problems(branch, R"({"a": 1})"), "$: required member \"b\" is missing");
  EXPECT_EQ(problems(branch, R"({"a": 2})"), "$: required member \"c\" is missing");
  EXPECT_EQ(problems(R"({"then": false, "else": false})", "1"), "");
  EXPECT_EQ(problems(R"({"if": false})", "1"), "");
}

TEST(RawSchema, references_stay_within_the_schema) {
  const std::string schema = R"({"$id": "https://example.com/s", "$defs": {"a b~/": {"type": "integer"},
      "named": {"$anchor": "here", "type": "string"}, "dynamic": {"$dynamicAnchor": "there", "type": "null"}},
    "prefixItems": [{"$ref": "#/$defs/a%20b~0~1"}, {"$ref": "#here"}, {"$dynamicRef": "#there"}, {"$ref": "#there"},
      {"$ref": "#/prefixItems/0"}, {"$ref": "#/x-own/1"}], "x-own": [1, {"$anchor": "late", "const": 5}],
    "properties": {"s": {"$ref": "#"}, "l": {"$dynamicRef": "#late"}}})";
  EXPECT_EQ(problems(schema, R"([1, "a", null, null, 1, 5])"), "");
  EXPECT_EQ(problems(schema, "[false, false, false, false, false, false]"),
            "$[0]: expected integer, got false\n$[1]: expected string, got false\n$[2]: expected null, got false\n"
            "$[3]: expected null, got false\n$[4]: expected integer, got false\n$[5]: expected 5, got false");
  EXPECT_EQ(problems(schema, R"({"s": {"s": [1.5]}, "l": 6})"),
            "$.s.s[0]: expected integer, got 1.5\n$.l: expected 5, got 6");
}

TEST(RawSchema, the_same_problem_is_told_once) {
  EXPECT_EQ(
      problems(R"({"$defs": {"n": {"type": "null"}}, "allOf": [{"$ref": "#/$defs/n"}, {"$ref": "#/$defs/n"}]})", "1"),
      "$: expected null, got 1");
}

TEST(RawSchema, unevaluated_members) {
  const std::string schema = R"({"properties": {"a": true}, "patternProperties": {"^x-": true},
    "allOf": [{"properties": {"bee": true}}], "anyOf": [{"properties": {"c": {"type": "null"}}, "required": ["c"]}, true],
    "if": {"properties": {"d": {"const": 1}}, "required": ["d"]}, "then": {"properties": {"e": true}},
    "dependentSchemas": {"f": {"properties": {"f": true}}}, "unevaluatedProperties": false})";
  EXPECT_EQ(problems(schema, R"({"a": 1, "x-y": 1, "bee": 1, "c": null, "d": 1, "e": 1, "f": 1})"), "");
  EXPECT_EQ(problems(schema, R"({"bea": 1})"), "$: unknown member \"bea\"; did you mean \"bee\"?");
  EXPECT_EQ(problems(schema, R"({"c": 1, "d": 2, "e": 1})"),
            "$: member \"c\" is not accepted together with the others\n"
            "$: member \"d\" is not accepted together with the others\n"
            "$: member \"e\" is not accepted together with the others");
  EXPECT_EQ(
      problems(R"({"unevaluatedProperties": {"type": "string"}, "properties": {"a": true}})", R"({"a": 1, "b": 2})"),
      "$.b: expected string, got 2");
  EXPECT_EQ(problems(R"({"allOf": [{"additionalProperties": true}], "unevaluatedProperties": false})", R"({"a": 1})"),
            "");
  EXPECT_EQ(problems(R"({"allOf": [{"unevaluatedProperties": true}], "unevaluatedProperties": false})", R"({"a": 1})"),
            "");
  EXPECT_EQ(problems(R"({"not": {"not": {"properties": {"a": true}}}, "unevaluatedProperties": false})", R"({"a": 1})"),
            "$: unknown member \"a\"");
  EXPECT_EQ(problems(R"({"properties": {"a": true}, "allOf": [{"unevaluatedProperties": false}]})", R"({"a": 1})"),
            "$: unknown member \"a\"");
}

TEST(RawSchema, unevaluated_elements) {
  const std::string schema = R"({"prefixItems": [true], "contains": {"type": "string"},
    "oneOf": [{"prefixItems": [true, {"const": 1}]}, {"prefixItems": [true, {"const": 2}, true]}],
    "unevaluatedItems": false})";
  EXPECT_EQ(problems(schema, R"([0, 1, "a", "b"])"), "");
  EXPECT_EQ(problems(schema, R"(["a", 2, 3])"), "");
  EXPECT_EQ(problems(schema, R"(["a", 1, 3, "b", 4])"),
            "$[2]: no value is accepted here\n$[4]: no value is accepted here");
  EXPECT_EQ(problems(R"({"prefixItems": [true], "unevaluatedItems": {"type": "null"}})", "[1, null, 3]"),
            "$[2]: expected null, got 3");
  EXPECT_EQ(problems(R"({"allOf": [{"items": true}], "unevaluatedItems": false})", "[1]"), "");
  EXPECT_EQ(problems(R"({"$defs": {"p": {"prefixItems": [true]}}, "$ref": "#/$defs/p", "anyOf": [{"$ref": "#/$defs/p"}],
                         "unevaluatedItems": false})",
                     "[1]"),
            "");
}

TEST(RawSchema, alternatives_in_recursion_cost_their_sum) {
  const auto start = std::chrono::steady_clock::now();
  const std::string twice = R"([{"type": "object", "properties": {"c": {"$ref": "#/$defs/n"}}},
                                {"type": "object", "properties": {"c": {"$ref": "#/$defs/n"}}}])";
  for (const char* keyword : {"anyOf", "oneOf", "allOf"}) {
    for (const char* more : {"", R"(, "unevaluatedProperties": false)"}) {
      EXPECT_NE(
          problems(R"({"$ref": "#/$defs/n", "$defs": {"n": {")" + std::string(keyword) + "\":" + twice + more + "}}}",
                   nested(500)),
          "");
    }
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(RawSchema, unique_elements_on_every_level_are_looked_at_about_once) {
  const std::string tree = R"({"$ref": "#/$defs/tree", "$defs": {"tree": {"type": ["array", "integer"],
                               "uniqueItems": true, "items": {"$ref": "#/$defs/tree"}}}})";
  std::string list = "[0";
  for (int i = 1; i < 50'000; ++i) list += "," + std::to_string(i);
  list += "]";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(problems(tree, repeated("[", 900) + list + repeated("]", 900)), "");
  EXPECT_EQ(problems(tree, repeated("[", 900) + list + repeated(",1]", 900)), "");
  EXPECT_EQ(problems(tree, repeated("[[],", 900) + list + repeated("]", 900)), "");
  EXPECT_EQ(problems(tree, repeated("[[1],", 900) + list + repeated("]", 900)), "");
  // Pairs of lists that are alike at the start, level by level.
  std::string twins = "[1,2,3]";
  for (int i = 0; i < 14; ++i) twins = "[" + twins + "," + twins.substr(0, twins.size() - 1) + ",4]]";
  EXPECT_EQ(problems(tree, twins), "");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(RawSchema, members_behind_a_full_report_are_not_looked_at) {
  // The last elements would take long: each is looked for among the choices.
  std::string choices = "[\"x\"";
  for (int i = 0; i < 10'000; ++i) choices += "," + std::to_string(i);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(problems(R"({"items": {"enum": )" + choices + "]}}", "[" + repeated("null,", 200'000) + "null]")
                  .ends_with("… and more"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(RawSchema, depth_is_bounded) {
  EXPECT_EQ(problems(R"({"properties": {"c": {"$ref": "#"}}})", nested(1000)), "");
  EXPECT_EQ(problems(R"({"properties": {"c": {"allOf": [{"allOf": [{"allOf": [{"$ref": "#"}]}]}]}}})", nested(1000)),
            "$: nested too deep to be checked against the tool's schema");
  // mcpgen refuses these; a generated file that was edited must not crash the server.
  EXPECT_EQ(
      problems(R"({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}})", "1"),
      "$: nested too deep to be checked against the tool's schema");
  EXPECT_EQ(problems(R"({"not": {"$ref": "#"}})", "1"), "$: nested too deep to be checked against the tool's schema");
  EXPECT_EQ(problems(R"({"anyOf": [{"$ref": "#"}], "unevaluatedProperties": false})", "{}"),
            "$: nested too deep to be checked against the tool's schema");
}

TEST(RawSchema, a_schema_that_cannot_be_used_is_reported) {
  const auto wrong = [](const std::string& schema) {
    const std::string text = problems(schema, "1");
    const std::string start = "$: cannot be checked: the tool's schema ";
    return text.starts_with(start) ? text.substr(start.size()) : "accepted: " + text;
  };
  EXPECT_EQ(wrong("{"), "not JSON");
  EXPECT_EQ(wrong("1"), "\"a schema\" has a value of the wrong type");
  EXPECT_EQ(wrong(R"({"items": [{}]})"), "\"a schema\" has a value of the wrong type");
  EXPECT_EQ(wrong(R"({"type": "int"})"), "\"type\" names no type");
  EXPECT_EQ(wrong(R"({"type": []})"), "\"type\" names no type");
  EXPECT_EQ(wrong(R"({"type": 1})"), "\"type\" has a value of the wrong type");
  EXPECT_EQ(wrong(R"({"minimum": "1"})"), "\"minimum\" must be a number");
  EXPECT_EQ(wrong(R"({"multipleOf": 0})"), "\"multipleOf\" cannot be divided by");
  EXPECT_EQ(wrong(R"({"multipleOf": -2})"), "\"multipleOf\" cannot be divided by");
  EXPECT_EQ(wrong(R"({"multipleOf": 12345678901234567890123e400})"), "\"multipleOf\" cannot be divided by");
  for (const char* size : {"-1", "1.5", "-1e300", "\"1\""}) {
    EXPECT_EQ(wrong(R"({"minLength": )" + std::string(size) + '}'),
              "\"minLength\" must be a whole number of at least 0");
  }
  EXPECT_EQ(wrong(R"({"required": "a"})"), "\"required\" has a value of the wrong type");
  EXPECT_EQ(wrong(R"({"required": [1]})"), "\"required\" has a value of the wrong type");
  EXPECT_EQ(wrong(R"({"enum": 1})"), "\"enum\" has a value of the wrong type");
  EXPECT_EQ(wrong(R"({"uniqueItems": 1})"), "\"uniqueItems\" has a value of the wrong type");
  EXPECT_EQ(wrong(R"({"anyOf": {}})"), "\"anyOf\" has a value of the wrong type");
  EXPECT_EQ(wrong(R"({"properties": []})"), "\"properties\" has a value of the wrong type");
  EXPECT_EQ(wrong(R"({"pattern": "(a"})"), "\"pattern\" has a pattern that RE2 does not read: missing ): (a");
  EXPECT_EQ(wrong(R"s({"patternProperties": {"(?=a)": true}})s"),
            "\"patternProperties\" has a pattern that RE2 does not read: invalid perl operator: (?=");
  EXPECT_EQ(wrong(R"({"$ref": "https://example.com/s"})"), "\"$ref\" leads out of the schema: https://example.com/s");
  for (const char* target :
       {"#/a", "#/$defs/x/y", "#/$defs/x~", "#/$defs/~2", "#/enum/7", "#/enum/00", "#/enum/x", "#nowhere"}) {
    EXPECT_EQ(wrong(R"({"enum": [1], "$defs": {"x": true, "~": true}, "$ref": ")" + std::string(target) + "\"}"),
              "\"$ref\" leads nowhere: " + std::string(target));
  }
  EXPECT_EQ(wrong(R"({"items": {"$id": "x"}})"), "\"$id\" must stand at the root alone");
}

}  // namespace raw_schema_test
}  // namespace mcp
