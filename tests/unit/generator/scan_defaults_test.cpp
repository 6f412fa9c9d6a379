#include "scanned.hpp"

namespace mcpgen::test {
namespace {

struct Case {
  std::string declaration;  // of a parameter
  std::string json;         // "": no constant
  std::string expression;
};

void expect_defaults(const std::string& preamble, const std::vector<Case>& cases) {
  std::string snippet = preamble + '\n';
  for (std::size_t i = 0; i < cases.size(); ++i) {
    snippet += "MCP_TOOL() void f" + std::to_string(i) + '(' + cases[i].declaration + ");\n";
  }
  const Scanned scanned(snippet);
  EXPECT_EQ(scanned.diagnostics, "");
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& value = scanned.tool('f' + std::to_string(i)).parameters[0].default_value;
    ASSERT_TRUE(value) << cases[i].declaration;
    EXPECT_EQ(value->is_constant, !cases[i].json.empty()) << cases[i].declaration;
    if (!value->is_constant) continue;
    EXPECT_EQ(value->value.dump(), cases[i].json) << cases[i].declaration;
    EXPECT_EQ(value->expression, cases[i].expression) << cases[i].declaration;
    EXPECT_FALSE(value->reads_member);
  }
}

TEST(Defaults, of_scalars_are_exact) {
  expect_defaults(
      "#include <cstdint>\n#include <limits>\nint rt(); constexpr int k = 6; extern int later; enum E { a, b = 5 };\n"
      "namespace n { enum class C { x, y }; } double half(); enum class U : unsigned long { top = UINT64_MAX };\n"
      "enum class L : long { low = INT64_MIN, big = 1L << 40 };",
      {{"int a = -5", "-5", "-5"},
       {"int a = k * 7", "42", "42"},
       {"const int& a = k", "6", "6"},
       {"int a = rt()", "", ""},
       {"int a = later", "", ""},
       {"int a = std::numeric_limits<int>::min()", "-2147483648", "(-2147483647 - 1)"},
       {"long a = INT64_MIN", "-9223372036854775808", "(-9223372036854775807LL - 1)"},
       {"long a = 9007199254740993", "9007199254740993", "9007199254740993LL"},
       {"unsigned long a = UINT64_MAX", "18446744073709551615", "18446744073709551615ULL"},
       {"std::uint8_t a = 'A'", "65", "65"},
       {"bool a = true", "true", "true"},
       {"double a = 1", "1.0", "1.0"},
       {"double a = 1e300", "1e+300", "1e+300"},
       {"double a = 0.1", "0.1", "0.1"},
       {"double a = -0.0", "-0.0", "-0.0"},
       {"float a = 0.1f", "0.1", "0.1f"},
       {"float a = 0.1", "0.1", "0.1f"},
       {"double a = std::numeric_limits<double>::infinity()", "", ""},
       {"double a = std::numeric_limits<double>::quiet_NaN()", "", ""},
       {"double a = half()", "", ""},
       {"E a = b", "\"b\"", "static_cast<::E>(5)"},
       {"n::C a = n::C::y", "\"y\"", "static_cast<::n::C>(1)"},
       {"U a = U::top", "\"top\"", "static_cast<::U>(18446744073709551615ULL)"},
       {"L a = L::low", "\"low\"", "static_cast<::L>((-9223372036854775807LL - 1))"},
       {"L a = L::big", "\"big\"", "static_cast<::L>(1099511627776LL)"},
       {"n::C a = n::C(9)", "", ""}});
}

TEST(Defaults, of_strings_are_literals) {
  expect_defaults(
      "#include <string>\nusing namespace std::literals; constexpr const char* kText = \"k\"; std::string rt();",
      {{"std::string a = \"eu\"", "\"eu\"", "::std::string(\"eu\")"},
       {"const std::string& a = \"q\\\"\\\\\\n\\x01?=\"", R"("q\"\\\n\u0001?=")",
        R"(::std::string("q\"\\\n\001\077="))"},
       {"std::string a = {}", "\"\"", "::std::string(\"\")"},
       {"std::string a = std::string()", "\"\"", "::std::string(\"\")"},
       {"std::string a = std::string{\"x\"}", "\"x\"", "::std::string(\"x\")"},
       {"std::string a = kText", "\"k\"", "::std::string(\"k\")"},
       {"std::string a = \"a\\0b\"", "\"a\"", "::std::string(\"a\")"},
       {"std::string a = \"a\\0b\"s", R"("a\u0000b")", R"(::std::string("a\000b", 3))"},
       {"std::string a = {\"a\\0b\", 3}", R"("a\u0000b")", R"(::std::string("a\000b", 3))"},
       {"std::string a = std::string(3, 'x')", "", ""},
       {"std::string a = \"\\xff\"", "", ""},
       {"std::string a = rt()", "", ""}});
}

TEST(Defaults, of_containers_are_constants_item_by_item) {
  expect_defaults(
      "#include <array>\n#include <cstdint>\n#include <map>\n#include <optional>\n#include <string>\n#include "
      "<vector>\nint rt();",
      {{"std::optional<int> a = std::nullopt", "null", "::std::optional<int>()"},
       {"std::optional<int> a = {}", "null", "::std::optional<int>()"},
       {"std::optional<double> a = 3", "3.0", "::std::optional<double>(3.0)"},
       {"std::optional<std::string> a = \"x\"", "\"x\"", "::std::optional<::std::string>(::std::string(\"x\"))"},
       {"std::optional<int> a = rt()", "", ""},
       {"std::optional<std::uint8_t> a = 300", "44", "::std::optional<unsigned char>(44)"},
       {"std::optional<signed char> a = 200u", "-56", "::std::optional<signed char>(-56)"},
       {"std::optional<unsigned long> a = -1", "18446744073709551615",
        "::std::optional<unsigned long>(18446744073709551615ULL)"},
       {"std::vector<int> a = {}", "[]", "::std::vector<int>{}"},
       {"std::vector<std::string> a = {\"x\", \"y\"}", R"(["x","y"])",
        "::std::vector<::std::string>{::std::string(\"x\"), ::std::string(\"y\")}"},
       {"std::vector<int> a = {1, rt()}", "", ""},
       {"std::vector<int> a = std::vector<int>(3)", "", ""},
       {"std::array<int, 3> a = {1, 2}", "[1,2,0]", "::std::array<int, 3>{{1, 2, 0}}"},
       {"std::map<std::string, int> a = {}", "{}", "::std::map<::std::string, int>{}"}});
}

TEST(Defaults, of_members_may_read_the_object) {
  const Scanned scanned(
      "struct S { int a = 2; int b = a * 2; int c{7}; int d{}; int e; int g = this->a; };\nMCP_TOOL() S f();");
  const auto& members = scanned.record("::S").members;
  EXPECT_EQ(members[0].default_value->value, 2);
  EXPECT_TRUE(members[1].default_value->reads_member);
  EXPECT_FALSE(members[1].default_value->is_constant);
  EXPECT_EQ(members[2].default_value->value, 7);
  EXPECT_EQ(members[3].default_value->value, 0);
  EXPECT_FALSE(members[4].default_value);
  EXPECT_TRUE(members[5].default_value->reads_member);
}

TEST(Defaults, of_template_instances_are_instantiated) {
  const Scanned scanned(
      "template <class T> struct Page { int size = sizeof(T); T first = T(4); };\nMCP_TOOL() Page<short> f();");
  const auto& members = scanned.record("::Page<short>").members;
  EXPECT_EQ(members[0].default_value->value, 2);
  EXPECT_EQ(members[1].default_value->value, 4);
}

TEST(Defaults, may_stand_on_another_declaration) {
  const Scanned scanned("int f(int a = 3);\nMCP_TOOL() int f(int a) { return a; }");
  EXPECT_EQ(scanned.tool().parameters[0].default_value->value, 3);
}

}  // namespace
}  // namespace mcpgen::test
