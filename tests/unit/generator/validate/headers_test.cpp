// x-mcp-header in schemas that users wrote as text.
#include <gtest/gtest.h>

#include <string>

#include "diagnostics/render.hpp"
#include "validate/headers.hpp"

namespace mcpgen {
namespace headers_test {

/// "slug: message" of what a tool with those properties is answered with.
std::string problems(const std::string& properties, const std::string& more = {}) {
  model::Tool tool;
  tool.name = "f";
  Sink sink;
  auto schema = nlohmann::ordered_json::parse(R"({"type": "object", "properties": {)" + properties + '}' + more + '}');
  check_raw_headers({"input_schema", {}, {}}, schema, tool, sink);
  std::string all;
  for (const Diagnostic& each : sink.all()) all += each.slug + ": " + each.message + '\n';
  return all;
}

std::string slug(const std::string& properties, const std::string& more = {}) {
  const std::string all = problems(properties, more);
  return all.substr(0, all.find(':'));
}

TEST(RawHeaders, stand_on_properties_of_properties) {
  EXPECT_EQ(problems(R"("a": {"type": "string", "x-mcp-header": "A"},
                        "b": {"properties": {"c": {"type": "integer", "x-mcp-header": "C"}}},
                        "d": {"type": "boolean", "x-mcp-header": "D"})"),
            "");
  const std::string header = R"({"type": "string", "x-mcp-header": "A"})";
  EXPECT_EQ(slug("\"a\": {\"items\": " + header + '}'), "header-unreachable");
  EXPECT_EQ(slug("\"a\": {\"anyOf\": [" + header + "]}"), "header-unreachable");
  EXPECT_EQ(slug("", ", \"patternProperties\": {\"a\": " + header + '}'), "header-unreachable");
  EXPECT_EQ(slug("", ", \"additionalProperties\": {\"properties\": {\"a\": " + header + "}}"), "header-unreachable");
  EXPECT_EQ(slug(R"("a": {"$ref": "#/$defs/a"})", ", \"$defs\": {\"a\": " + header + '}'), "header-unreachable");
  EXPECT_EQ(problems("\"a\": {\"default\": " + header + '}'), "") << "a value, no schema";
}

TEST(RawHeaders, are_tokens_that_differ_on_scalars) {
  EXPECT_EQ(slug(R"("a": {"type": "string", "x-mcp-header": "A B"})"), "bad-header-name");
  EXPECT_EQ(slug(R"("a": {"type": "string", "x-mcp-header": ""})"), "bad-header-name");
  EXPECT_EQ(slug(R"("a": {"type": "string", "x-mcp-header": 1})"), "bad-header-name");
  EXPECT_EQ(slug(R"("a": {"type": "number", "x-mcp-header": "A"})"), "header-type");
  EXPECT_EQ(slug(R"("a": {"type": ["string", "null"], "x-mcp-header": "A"})"), "header-type");
  EXPECT_EQ(slug(R"("a": {"x-mcp-header": "A"})"), "header-type");
  EXPECT_EQ(slug("", R"(, "x-mcp-header": "A")"), "header-type");
  EXPECT_EQ(problems(R"("a": {"type": "string", "x-mcp-header": "A"}, "b": {"type": "string", "x-mcp-header": "a"})"),
            "duplicate-header: `x-mcp-header` at #/properties/b in `.input_schema` of tool `f` must be used once: "
            "#/properties/a has `a` too, and case makes no difference\n");
  EXPECT_EQ(slug(R"("password": {"type": "string", "x-mcp-header": "A"})"), "secret-header");
}

/// The property `n` behind the check.
std::string bounded(const std::string& property) {
  model::Tool tool;
  tool.name = "f";
  Sink sink;
  auto schema = nlohmann::ordered_json::parse(R"({"type": "object", "properties": {"n": )" + property + "}}");
  check_raw_headers({"input_schema", {}, {}}, schema, tool, sink);
  return render(sink) + schema["properties"]["n"].dump();
}

TEST(RawHeaders, integers_stay_within_what_every_client_can_repeat) {
  EXPECT_EQ(bounded(R"({"type":"integer","x-mcp-header":"N"})"),
            R"({"type":"integer","x-mcp-header":"N","minimum":-9007199254740991,"maximum":9007199254740991})");
  EXPECT_EQ(bounded(R"({"type":"integer","minimum":1,"maximum":1e300,"x-mcp-header":"N"})"),
            R"({"type":"integer","minimum":1,"maximum":9007199254740991,"x-mcp-header":"N"})");
  EXPECT_EQ(bounded(R"({"type":"integer","minimum":-9007199254740992,"maximum":7,"x-mcp-header":"N"})"),
            R"({"type":"integer","minimum":-9007199254740991,"maximum":7,"x-mcp-header":"N"})");
  EXPECT_EQ(bounded(R"({"type":"string","x-mcp-header":"N"})"), R"({"type":"string","x-mcp-header":"N"})");
  EXPECT_EQ(bounded(R"({"type":"integer"})"), R"({"type":"integer"})");
}

TEST(RawHeaders, stand_in_no_output_schema) {
  model::Tool tool;
  tool.name = "f";
  Sink sink;
  const auto schema = nlohmann::ordered_json::parse(
      R"({"type": "object", "properties": {"a": {"items": {"x-mcp-header": "A"}}, "b": {"const": {"x-mcp-header": 1}}}})");
  refuse_raw_headers({"output_schema", {}, {}}, schema, tool, sink);
  ASSERT_EQ(sink.all().size(), 1U);
  EXPECT_EQ(sink.all()[0].message,
            "`x-mcp-header` at #/properties/a/items in `.output_schema` of tool `f` must stand in an `.input_schema`: "
            "clients repeat arguments, not results");
}

}  // namespace headers_test
}  // namespace mcpgen
