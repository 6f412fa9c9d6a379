#include <gtest/gtest.h>

#include <stdexcept>

#include "emit/cpp_text.hpp"
#include "emit/listing.hpp"
#include "emit/schema.hpp"
#include "emit/server_unit.hpp"
#include "emit/template.hpp"
#include "generated.hpp"

namespace mcpgen {
namespace emit_test {

using mcp::Revision;
using mcp::spec::traits_of;

using Json = nlohmann::ordered_json;

TEST(CppText, escapes_any_bytes) {
  EXPECT_EQ(cpp_string("a\"b\\c\n\t\x01"
                       "7?"),
            R"("a\"b\\c\n\011\0017\?")");
  EXPECT_EQ(cpp_string("ä"), "\"ä\"");
}

TEST(CppText, uses_raw_strings_only_where_they_are_safe) {
  EXPECT_EQ(cpp_json_string(R"({"a":1})", 4, ";"), R"__(R"({"a":1})";)__");
  EXPECT_EQ(cpp_json_string(R"__(["(a)"])__", 4, ";"), R"__(R"json(["(a)"])json";)__");
  EXPECT_EQ(cpp_json_string(")\")json\"", 4, ""), R"__(")\")json\"")__");
}

TEST(CppText, breaks_long_texts_behind_commas_and_spaces) {
  const std::string word(60, 'x');
  EXPECT_EQ(cpp_json_string(word + "," + word, 4, ";"), "R\"(" + word + ",)\"\n    R\"(" + word + ")\";");
  EXPECT_EQ(cpp_long_string(word + " " + word, 4, ","), '"' + word + " \"\n    \"" + word + "\",");
}

TEST(CppText, breaks_lists_where_clang_format_would) {
  EXPECT_EQ(cpp_list("f(", {}, ");", 2), "f();");
  EXPECT_EQ(cpp_list("f(", {"a", "b"}, ");", 2), "f(a, b);");
  const std::string word(60, 'x');
  EXPECT_EQ(cpp_list("f(", {word, word}, ");", 2), "f(" + word + ",\n    " + word + ");");
}

TEST(CppText, gives_each_name_once) {
  UniqueNames names;
  EXPECT_EQ(names.take("kTool_", "a.b"), "kTool_a_b");
  EXPECT_EQ(names.take("kTool_", "a-b"), "kTool_a_b_2");
  EXPECT_EQ(names.take("kTool_", "_a..b"), "kTool_a_b_3");
}

TEST(CppText, writes_integers_at_their_ends) {
  EXPECT_EQ(cpp_int64("-9223372036854775808"), "(std::int64_t{-9223372036854775807} - 1)");
  EXPECT_EQ(cpp_int64("18446744073709551615"), "static_cast<std::int64_t>(std::uint64_t{18446744073709551615U})");
  EXPECT_EQ(cpp_bound(0.1), "detail::Bound(double{1e-01})");
  EXPECT_EQ(cpp_identifier("9 a-b"), "_9_a_b");
}

TEST(Template, refuses_a_template_that_does_not_exist) {
  EXPECT_THROW((void)render_template("nothing", Json::object()), std::logic_error);
}

model::Tool tool_named(const std::string& name) {
  model::Tool tool;
  tool.name = name;
  tool.title = "Title";
  tool.description = "What it does";
  tool.read_only = true;
  tool.result = model::Type();
  return tool;
}

TEST(Listing, gives_each_revision_the_fields_it_knows) {
  const model::Tool tool = tool_named("t");
  const auto fields = [&](Revision revision) {
    std::string names;
    const Json json = tool_json(tool, {}, traits_of(revision));
    for (const auto& [name, value] : json.items()) names += name + ' ';
    return names;
  };
  EXPECT_EQ(fields(Revision::V2024_11_05), "name description inputSchema ");
  EXPECT_EQ(fields(Revision::V2025_03_26), "name description inputSchema annotations ");
  EXPECT_EQ(fields(Revision::V2025_06_18), "name title description inputSchema outputSchema annotations ");
  EXPECT_EQ(fields(Revision::V2026_07_28), "name title description inputSchema outputSchema annotations ");
  EXPECT_EQ(tool_json(tool, {}, traits_of(Revision::V2025_03_26))["annotations"].dump(),
            R"({"title":"Title","readOnlyHint":true})");
  EXPECT_EQ(tool_json(tool, {}, traits_of(Revision::V2025_06_18))["annotations"].dump(), R"({"readOnlyHint":true})");
}

TEST(Listing, describes_the_server_as_each_revision_knows) {
  ServerModel server;
  server.server = {.name = "n",
                   .title = "T",
                   .version = "1",
                   .instructions = {},
                   .website = "https://example.com",
                   .icons = {},
                   .at = {}};
  EXPECT_EQ(server_info(server, traits_of(Revision::V2025_03_26)).dump(), R"({"name":"n","version":"1"})");
  EXPECT_EQ(server_info(server, traits_of(Revision::V2025_06_18)).dump(), R"({"name":"n","title":"T","version":"1"})");
  EXPECT_EQ(server_info(server, traits_of(Revision::V2025_11_25)).dump(),
            R"({"name":"n","title":"T","version":"1","websiteUrl":"https://example.com"})");
  EXPECT_EQ(capabilities(server, traits_of(Revision::V2026_07_28)).dump(), "{}")
      << "nothing is offered, nothing is declared";
}

TEST(ServerUnit, lists_the_members_of_a_schema_written_as_text) {
  ServerModel server;
  server.target = "t";
  model::Model unit;
  unit.unit = "u";
  unit.tools.push_back(tool_named("a"));
  unit.tools[0].raw_input_schema = Json::parse(R"({"type": "object", "required": ["to"], "properties": {
      "from": {"type": "string"}, "to": {"enum": [{"a name that is too long for a small string": [1, 2.5]}]}}})");
  server.units.push_back(unit);
  server.tools = {{0, 0}};
  EXPECT_NE(server_code(server, {}).find("[from], to"), std::string::npos);
}

TEST(Unit, writes_null_where_a_member_left_out_would_be_read_as_its_default) {
  const test::Generated generated(R"(#include <optional>
      struct Dial { std::optional<int> trim = 4; std::optional<int> note; std::optional<int> mark = std::nullopt; };
      MCP_TOOL() Dial turn(Dial dial);)");
  ASSERT_TRUE(generated.model) << generated.diagnostics;
  const std::string code = unit_code(*generated.model, "snippet.cpp");
  EXPECT_NE(code.find("detail::optional_or_null<decltype(McpObject::trim)>"), std::string::npos) << code;
  EXPECT_NE(code.find("detail::optional<decltype(McpObject::note)>"), std::string::npos) << code;
  EXPECT_NE(code.find("detail::optional<decltype(McpObject::mark)>"), std::string::npos) << code;
}

TEST(Schema, tells_homonyms_apart) {
  model::Model model;
  for (const char* key : {"::a::P", "::b::P"}) {
    model::Struct& type = model.structs[key];
    type.name = "P";
    type.cpp_name = key;
  }
  model::Tool tool = tool_named("t");
  for (const char* name : {"w", "x", "y", "z"}) {
    model::Parameter parameter;
    parameter.name = parameter.cpp_name = name;
    parameter.type.kind = model::TypeKind::Struct;
    parameter.type.key = name[0] < 'y' ? "::a::P" : "::b::P";
    tool.parameters.push_back(parameter);
  }
  const Json schema = input_schema(tool, model);
  EXPECT_EQ(schema["properties"]["w"]["$ref"], "#/$defs/P");
  EXPECT_EQ(schema["properties"]["z"]["$ref"], "#/$defs/P_2");
  EXPECT_EQ(schema["$defs"].size(), 2U);
}

}  // namespace emit_test
}  // namespace mcpgen
