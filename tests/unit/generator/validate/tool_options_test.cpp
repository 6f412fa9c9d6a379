// Icons, _meta, scopes, hints and raw schemas of tools.
#include "validate/tool_options.hpp"
#include "generated.hpp"

namespace mcpgen::test {
namespace tool_options_test {

/// The slugs of what `MCP_TOOL(options)` is answered with.
std::string slugs(const std::string& options, const std::string& function = "void f()") {
  const Generated generated("MCP_TOOL(" + options + ") " + function + ';');
  std::string all;
  for (const Diagnostic& each : generated.sink.all()) {
    if (!each.slug.starts_with("undescribed-")) all += (all.empty() ? "" : " ") + each.slug;
  }
  return all;
}

TEST(Icons, are_what_clients_can_show) {
  const Generated generated(
      "MCP_TOOL(.icons = {{.src = \"https://example.com/a.png\", .mime_type = \"image/png\", .sizes = \"48x48 96x96\", "
      ".theme = \"dark\"}, {.src = \"data:image/svg+xml;base64,AA==\", .sizes = \"any\"}}) void f();");
  EXPECT_EQ(generated.problems(), "");
  ASSERT_EQ(generated.made().icons.size(), 2U);
  EXPECT_EQ(generated.made().icons[0].sizes, "48x48 96x96");
  EXPECT_EQ(generated.made().icons[1].src, "data:image/svg+xml;base64,AA==");
  for (const char* bad :
       {".src = \"http://example.com/a.png\"", ".src = \"a.png\"", ".sizes = \"48x48\"",
        ".src = \"https://example.com/a b.png\"", ".src = \"https://e.com/\", .sizes = \"48\"",
        ".src = \"https://e.com/\", .sizes = \"48x\"", ".src = \"https://e.com/\", .theme = \"blue\"",
        ".src = \"https://e.com/\", .mime_type = \"png\"", ".src = \"https://e.com/\", .mime_type = \"image/\""}) {
    EXPECT_EQ(slugs(".icons = {{" + std::string(bad) + "}}"), "bad-icon") << bad;
  }
}

TEST(Meta, has_keys_that_are_the_users_own) {
  for (const char* good : {"team", "com.example/team", "example/a.b-c_d", "com.example/", "mcp/x", "a-1.b/c", "2nd",
                           "com.example.mcp/x"}) {
    EXPECT_EQ(slugs(".meta = R\"({\"" + std::string(good) + "\": 1})\""), "") << good;
  }
  for (const char* bad :
       {"", "-team", "team-", "com..example/x", "1com/x", "io.modelcontextprotocol/x", "dev.mcp/x", "com.mcp.tools/x",
        "mcp.dev/x", "modelcontextprotocol.io/x", "com.example.mcp.org/x", "a b", "/x", "com.example/x/y"}) {
    EXPECT_EQ(slugs(".meta = R\"({\"" + std::string(bad) + "\": 1})\""), "bad-meta-key") << bad;
  }
  EXPECT_EQ(slugs(".meta = \"[]\""), "bad-json");
  EXPECT_EQ(slugs(".meta = \"{\""), "bad-json");
  EXPECT_EQ(slugs(".meta = R\"({\"a\": {\"b\": 1, \"b\": 2}})\""), "bad-json");
  EXPECT_EQ(slugs(".meta = R\"({\"a\": {\"b\": 1}, \"c\": {\"b\": 2}})\""), "");
}

TEST(Scopes, are_names_with_single_spaces) {
  EXPECT_EQ(slugs(".scopes = \"files:read files:write\""), "");
  for (const char* bad : {"", " a", "a ", "a  b", "a\\tb", "a\\\\b", "\xc3\xa9"}) {
    EXPECT_EQ(slugs(".scopes = \"" + std::string(bad) + '"'), "bad-scopes") << bad;
  }
}

TEST(Timeouts, are_whole_milliseconds_up_to_a_day) {
  EXPECT_EQ(Generated("MCP_TOOL(.timeout_ms = 1) void f();").made().timeout_ms, 1U);
  EXPECT_EQ(Generated("MCP_TOOL(.timeout_ms = 86'400'000) void f();").made().timeout_ms, 86'400'000U);
  EXPECT_EQ(Generated("MCP_TOOL() void f();").made().timeout_ms, 0U);
  for (const char* bad : {"0", "-1", "86'400'001", "1.0", "0xFFFFFFFFFFFFFFFF"}) {
    EXPECT_EQ(slugs(".timeout_ms = " + std::string(bad)), "bad-timeout") << bad;
  }
}

TEST(Executors, have_names_like_identifiers) {
  EXPECT_EQ(Generated("MCP_TOOL(.executor = \"main\") void f();").made().executor, "main");
  EXPECT_EQ(Generated("MCP_TOOL() void f();").made().executor, "");
  for (const char* good : {"_x", "gui-2", "A"})
    EXPECT_EQ(slugs(".executor = \"" + std::string(good) + '"'), "") << good;
  for (const char* bad : {"", "2d", "-a", "a b", "a.b", "\xc3\xa9"}) {
    EXPECT_EQ(slugs(".executor = \"" + std::string(bad) + '"'), "bad-executor") << bad;
  }
}

TEST(Hints, that_contradict_each_other_are_warned_of) {
  EXPECT_EQ(slugs(".read_only = true, .destructive = true"), "contradictory-hints");
  EXPECT_EQ(slugs(".read_only = true, .destructive = false"), "");
  EXPECT_EQ(slugs(".read_only = false, .destructive = true"), "");
}

TEST(ToolNames, of_more_than_64_characters_are_warned_of) {
  EXPECT_EQ(slugs(".name = \"" + std::string(64, 'a') + '"'), "");
  EXPECT_EQ(slugs(".name = \"" + std::string(65, 'a') + '"'), "long-tool-name");
  EXPECT_EQ(slugs(".name = \"" + std::string(128, 'a') + '"'), "long-tool-name");
  EXPECT_EQ(slugs(".name = \"" + std::string(129, 'a') + '"'), "bad-tool-name");
}

TEST(RawSchemas, stand_on_functions_of_json) {
  const auto problems = [](const std::string& options, const std::string& function) {
    const Generated generated(
        "#include <mcp/json.hpp>\n#include <string>\nnamespace mcp { class Context; }\nMCP_TOOL(" + options + ") " +
        function + ';');
    return generated.problems().substr(0, generated.problems().find(':'));
  };
  const std::string input = R"__(.input_schema = R"({"type": "object"})")__";
  const std::string output = R"__(.output_schema = R"({"type": "object"})")__";
  EXPECT_EQ(problems(input, "void f(mcp::json a)"), "");
  EXPECT_EQ(problems(input, "void f(mcp::Context& c, const mcp::json& a)"), "");
  EXPECT_EQ(problems(output, "mcp::json f(int a)"), "");
  EXPECT_EQ(problems(input, "void f()"), "raw-schema-signature");
  EXPECT_EQ(problems(input, "void f(mcp::json a, int b)"), "raw-schema-signature");
  EXPECT_EQ(problems(input, "void f(std::string a)"), "raw-schema-signature");
  EXPECT_EQ(problems(output, "void f(mcp::json a)"), "raw-schema-signature");
  EXPECT_EQ(problems(output, "std::string f()"), "raw-schema-signature");
}

TEST(Lints, ask_for_texts_only_when_there_is_nothing_to_mend) {
  const std::string tool = "MCP_TOOL() void f(int a, int b, E c, S d);";
  const std::string types = "/// An enum.\nenum class E { x }; /// A struct.\nstruct S { int x; };\n";
  const Generated generated(types + tool);
  EXPECT_EQ(generated.found(), (Strings{"undescribed-parameter 4:23", "undescribed-tool 4:17"}));
  EXPECT_NE(generated.diagnostics.find("parameters `a`, `b` of tool `f` should say what they mean"), std::string::npos)
      << generated.diagnostics;
  EXPECT_EQ(Generated(types + tool + "\nMCP_TOOL() void g(void* p);").found(), Strings{"unsupported-type 5:25"});
}

}  // namespace tool_options_test
}  // namespace mcpgen::test
