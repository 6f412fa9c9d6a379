#include "scanned.hpp"

namespace mcpgen::test {
namespace scan_annotations_test {

using nlohmann::ordered_json;

ordered_json options_of(const declared::Annotation& annotation) {
  ordered_json all = ordered_json::object();
  for (const declared::Option& option : annotation.options) all[option.name] = option.value;
  return all;
}

TEST(Annotations, hold_only_what_was_set) {
  const Scanned scanned("MCP_TOOL(.title = \"Sum\", .read_only = false, .name = \"a\\\"b\")\nint add(int a);");
  EXPECT_EQ(options_of(scanned.tool().annotation),
            (ordered_json{{"name", "a\"b"}, {"title", "Sum"}, {"read_only", false}}));
  EXPECT_TRUE(Scanned("MCP_TOOL() int add(int a);").tool().annotation.options.empty());
}

TEST(Annotations, point_at_macro_and_designators) {
  const Scanned scanned("  MCP_TOOL(.title = \"Sum\",\n    .name = \"x\") int add(int a);");
  const declared::Annotation& annotation = scanned.tool().annotation;
  EXPECT_EQ(annotation.at, (Location{scanned.source, 1, 3, 8}));
  ASSERT_EQ(annotation.options.size(), 2U);
  EXPECT_EQ(annotation.options[0].at, (Location{scanned.source, 2, 5, 5}));
  EXPECT_EQ(annotation.options[1].at, (Location{scanned.source, 1, 12, 6}));
}

TEST(Annotations, keep_numbers_exact) {
  const Scanned scanned(
      "MCP_TOOL() int f(MCP_PARAM(.minimum = -9223372036854775807LL - 1, .maximum = 9007199254740993) long a,\n"
      "                 MCP_PARAM(.maximum = 18446744073709551615ULL, .exclusive_minimum = 0.1) unsigned long b);");
  const auto& parameters = scanned.tool().parameters;
  EXPECT_EQ(options_of(*parameters[0].annotation).dump(),
            R"({"minimum":-9223372036854775808,"maximum":9007199254740993})");
  EXPECT_EQ(options_of(*parameters[1].annotation).dump(),
            R"({"maximum":18446744073709551615,"exclusive_minimum":0.1})");
}

TEST(Annotations, may_name_constants) {
  const Scanned scanned(
      "constexpr char kTitle[] = \"From an array\";\n"
      "constexpr const char* kText = \"From a pointer\";\n"
      "constexpr int limit() { return 7; }\n"
      "MCP_TOOL(.title = kTitle, .description = kText) int f(MCP_PARAM(.maximum = limit() * 2) int a);");
  EXPECT_EQ(options_of(scanned.tool().annotation),
            (ordered_json{{"title", "From an array"}, {"description", "From a pointer"}}));
  EXPECT_EQ(options_of(*scanned.tool().parameters[0].annotation), (ordered_json{{"maximum", 14}}));
}

TEST(Annotations, read_nested_aggregates_lists_and_enumerators) {
  const Scanned scanned(R"(
    enum class Role { User, Assistant };
    struct Icon { const char* src = nullptr; const char* theme = nullptr; };
    template <class T> struct List {
      constexpr List() = default;
      constexpr List(std::initializer_list<T> all) { for (const T& one : all) items[count++] = one; }
      T items[8] = {}; unsigned count = 0;
    };
    struct Tool { List<Icon> icons; List<Role> audience; List<int> none; };
    [[clang::annotate("mcp::tool", Tool{.icons = {{.src = "a"}, {.src = "b", .theme = "dark"}}, .audience = {Role::Assistant}})]]
    int f();)");
  EXPECT_EQ(options_of(scanned.tool().annotation).dump(),
            R"({"icons":[{"src":"a"},{"src":"b","theme":"dark"}],"audience":["Assistant"]})");
}

TEST(Annotations, are_found_on_members_enumerators_and_servers) {
  const Scanned scanned(
      "enum class Unit { metric MCP_VALUE(.title = \"Metric\"), imperial };\n"
      "struct Point { MCP_FIELD(.minimum = 1) int x; Unit unit; };\n"
      "MCP_SERVER(.name = \"map\", .version = \"2\");\n"
      "MCP_TOOL() Point f();");
  EXPECT_EQ(options_of(*scanned.record("::Point").members[0].annotation), (ordered_json{{"minimum", 1}}));
  EXPECT_EQ(options_of(*scanned.enumeration("::Unit").enumerators[0].annotation), (ordered_json{{"title", "Metric"}}));
  EXPECT_FALSE(scanned.enumeration("::Unit").enumerators[1].annotation);
  ASSERT_EQ(scanned.result.declarations.servers.size(), 1U);
  EXPECT_EQ(options_of(scanned.result.declarations.servers[0].annotation),
            (ordered_json{{"name", "map"}, {"version", "2"}}));
}

TEST(Annotations, may_come_from_a_macro_of_the_user) {
  const Scanned scanned("#define TOOL(text) MCP_TOOL(.title = text)\nTOOL(\"Sum\") int add(int a);");
  EXPECT_EQ(options_of(scanned.tool().annotation), (ordered_json{{"title", "Sum"}}));
  EXPECT_EQ(scanned.tool().annotation.at, (Location{scanned.source, 2, 1, 4}));
  EXPECT_EQ(scanned.diagnostics, "");
}

TEST(Annotations, read_text_from_any_constant) {
  const Scanned scanned(
      "#include <array>\nconstexpr std::array<char, 4> kArray{'a', 'r', 'r'};\n"
      "struct Texts { int n; char t[8]; const char* p; }; constexpr Texts kTexts{1, \"member\", \"pointer\"};\n"
      "constexpr char kNames[][6] = {\"zero\", \"first\"};\nconstexpr Texts kTable[] = {{}, {2, \"deep\", nullptr}};\n"
      "MCP_TOOL(.title = kArray.data()) int a();\nMCP_TOOL(.title = kTexts.t) int b();\n"
      "MCP_TOOL(.title = kNames[1]) int c();\nMCP_TOOL(.title = kTexts.p + 1) int d();\n"
      "MCP_TOOL(.title = kTable[1].t + 1) int e();\nMCP_TOOL(.title = nullptr) int f();");
  EXPECT_EQ(scanned.diagnostics, "");
  EXPECT_EQ(options_of(scanned.tool("a").annotation), (ordered_json{{"title", "arr"}}));
  EXPECT_EQ(options_of(scanned.tool("b").annotation), (ordered_json{{"title", "member"}}));
  EXPECT_EQ(options_of(scanned.tool("c").annotation), (ordered_json{{"title", "first"}}));
  EXPECT_EQ(options_of(scanned.tool("d").annotation), (ordered_json{{"title", "ointer"}}));
  EXPECT_EQ(options_of(scanned.tool("e").annotation), (ordered_json{{"title", "eep"}}));
  EXPECT_TRUE(scanned.tool("f").annotation.options.empty());
}

}  // namespace scan_annotations_test
}  // namespace mcpgen::test
