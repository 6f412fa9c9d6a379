#include "generated.hpp"

namespace mcpgen::test {
namespace scan_defaults_test {

struct Case {
  std::string declaration;  // of a parameter
  std::string json;         // "": no constant
  std::string expression;   // "": the golden cases compile it
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
    if (!cases[i].expression.empty()) {
      EXPECT_EQ(value->expression, cases[i].expression) << cases[i].declaration;
    }
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
       {"E a = b", "\"b\"", "::E::b"},
       {"n::C a = n::C::y", "\"y\"", "::n::C::y"},
       {"U a = U::top", "\"top\"", "::U::top"},
       {"L a = L::low", "\"low\"", "::L::low"},
       {"L a = L::big", "\"big\"", "::L::big"},
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

TEST(Defaults, of_the_other_containers_are_constants_item_by_item) {
  expect_defaults(
      "#include <cstddef>\n#include <deque>\n#include <filesystem>\n#include <list>\n#include <map>\n"
      "#include <memory>\n#include <set>\n#include <span>\n#include <string>\n#include <string_view>\n"
      "#include <tuple>\n#include <unordered_map>\n#include <utility>\n#include <variant>\n#include <vector>\n"
      "#include <mcp/literal.hpp>\nenum class E { a, b }; struct P { int x; int y = 2; }; int rt();\n"
      "namespace fs = std::filesystem; struct Q { P p; std::string s; };",
      {{"char a = 'x'", "\"x\"", "static_cast<char>(120)"},
       {"char a = '\\xff'", "", ""},
       {"std::list<int> a = {1, 2}", "[1,2]", "::std::list<int>{1, 2}"},
       {"std::set<int> a = {3, 1}", "[3,1]", "::std::set<int>{3, 1}"},
       {"std::deque<E> a = {E::b}", "[\"b\"]", "::std::deque<::E>{::E::b}"},
       {"std::unordered_map<int, bool> a = {{1, true}, {-2, false}}", R"({"1":true,"-2":false})",
        "::std::unordered_map<int, bool>{{1, true}, {-2, false}}"},
       {"std::map<E, int> a = {{E::a, 1}}", R"({"a":1})", "::std::map<::E, int>{{::E::a, 1}}"},
       {"std::map<int, int> a = {{1, 2}, {1, 3}}", "", ""},
       {"std::map<int, int> a = {{1, rt()}}", "", ""},
       {"std::pair<int, std::string> a = {1, \"x\"}", R"([1,"x"])",
        "::std::pair<int, ::std::string>(1, ::std::string(\"x\"))"},
       {"std::tuple<int, bool, double> a = {1, true, 2}", "[1,true,2.0]",
        "::std::tuple<int, bool, double>(1, true, 2.0)"},
       {"std::variant<int, std::string> a = 3", "3", "::std::variant<int, ::std::string>(3)"},
       {"std::variant<int, std::string> a = std::string(\"x\")", "\"x\"",
        "::std::variant<int, ::std::string>(::std::string(\"x\"))"},
       {"std::variant<int, std::string> a = \"x\"", "", ""},
       {"std::monostate a = {}", "null", "::std::monostate()"},
       {"std::unique_ptr<int> a = nullptr", "null", "::std::unique_ptr<int>()"},
       {"std::shared_ptr<int> a = {}", "null", "::std::shared_ptr<int>()"},
       {"std::unique_ptr<int> a = std::make_unique<int>(3)", "", ""},
       {"std::vector<std::byte> a = {}", "\"\"", "::std::vector<::std::byte>{}"},
       {"std::vector<std::byte> a = {std::byte{1}}", "", ""},
       {"std::string_view a = \"x\"", "\"x\"", "::std::string(\"x\")"},
       {"const char* a = \"x\"", "\"x\"", "::std::string(\"x\")"},
       {"const char* a = nullptr", "", ""},
       {"fs::path a = \"/tmp\"", "\"/tmp\"", "::std::string(\"/tmp\")"},
       {"P a = {1}", R"({"x":1,"y":2})", "::P{1, 2}"},
       {"P a = {.x = 5, .y = 6}", R"({"x":5,"y":6})", "::P{5, 6}"},
       {"P a = P()", R"({"x":0,"y":2})", "::P{0, 2}"},
       {"Q a = {{1, 3}, \"s\"}", R"({"p":{"x":1,"y":3},"s":"s"})", "::Q{::P{1, 3}, ::std::string(\"s\")}"},
       {"Q a = {{rt()}}", "", ""}});
}

TEST(Defaults, that_clang_evaluates_are_constants) {
  expect_defaults(
      "#include <algorithm>\n#include <array>\n#include <chrono>\n#include <filesystem>\n#include <optional>\n"
      "#include <string>\n#include <string_view>\n#include <utility>\n"
      "constexpr std::string_view kRegion = \"eu-west\"; constexpr char kName[] = \"name\";\n"
      "constexpr std::string_view region() { return kRegion; } const std::string_view kLate = kRegion;\n"
      "constexpr std::string_view pick(bool east) { return east ? \"east\" : kRegion.substr(0, 2); }\n"
      "std::string_view rt(); std::string rs();\n"
      "constexpr std::optional<int> kLimit = 5; constexpr std::optional<int> kNone;\n"
      "constexpr std::optional<int> limit(int of) { if (of > 9) return std::nullopt; return of; }\n"
      "enum class E { a, b }; struct P { int x; int y = 2; std::optional<bool> z; }; constexpr P kPoint{7};\n"
      "constexpr P at(int x) { P p{x}; p.y = x * 2; p.z = true; return p; }\n"
      "struct Q { std::string text; };\n"
      "constexpr std::array<int, 3> kSizes{1, 2}; constexpr std::pair<E, int> kPair{E::b, 4};\n"
      "template <class T> constexpr T twice(T of) { return of + of; }",
      {{"std::string_view a = kRegion", "\"eu-west\"", "::std::string(\"eu-west\")"},
       {"const std::string_view& a = region()", "\"eu-west\"", "::std::string(\"eu-west\")"},
       {"std::string_view a = kRegion.substr(3)", "\"west\"", ""},
       {"std::string_view a = pick(false)", "\"eu\"", ""},
       {"std::string_view a = kName", "\"name\"", ""},
       {"std::string_view a = kLate", "", ""},
       {"std::string_view a = rt()", "", ""},
       {"std::string a = kName", "\"name\"", ""},
       {"std::string a = std::string{kRegion}", "\"eu-west\"", "::std::string(\"eu-west\")"},
       {"std::string a = std::string(region())", "\"eu-west\"", ""},
       {"std::string a = rs()", "", ""},
       {"std::filesystem::path a = kRegion", "\"eu-west\"", ""},
       {"std::optional<std::string> a = std::string{kRegion}", "\"eu-west\"",
        "::std::optional<::std::string>(::std::string(\"eu-west\"))"},
       {"std::optional<int> a = kLimit", "5", "::std::optional<int>(5)"},
       {"std::optional<int> a = kNone", "null", "::std::optional<int>()"},
       {"const std::optional<int>& a = kLimit", "5", "::std::optional<int>(5)"},
       {"std::optional<long> a = kLimit", "5", "::std::optional<long>(5LL)"},
       {"std::optional<int> a = limit(3)", "3", "::std::optional<int>(3)"},
       {"std::optional<int> a = limit(30)", "null", "::std::optional<int>()"},
       {"std::optional<std::chrono::seconds> a = std::chrono::minutes(2)", "\"PT2M\"", ""},
       {"std::optional<P> a = kPoint", R"({"x":7,"y":2})", "::std::optional<::P>(::P{7, 2, ::std::optional<bool>()})"},
       {"int a = kLimit.value_or(1)", "5", "5"},
       {"int a = std::max(3, kSizes[1])", "3", "3"},
       {"int a = twice(4)", "8", "8"},
       {"P a = kPoint", R"({"x":7,"y":2})", "::P{7, 2, ::std::optional<bool>()}"},
       {"P a = at(3)", R"({"x":3,"y":6,"z":true})", "::P{3, 6, ::std::optional<bool>(true)}"},
       {"std::array<int, 3> a = kSizes", "[1,2,0]", "::std::array<int, 3>{{1, 2, 0}}"},
       {"std::pair<E, int> a = kPair", R"(["b",4])", "::std::pair<::E, int>(::E::b, 4)"},
       {"Q a = {std::string{kRegion}}", R"({"text":"eu-west"})", "::Q{::std::string(\"eu-west\")}"}});
}

TEST(Defaults, of_structs_with_bases_are_constants) {
  expect_defaults(
      "#include <optional>\nstruct A { int a = 1; std::optional<int> n; }; struct B { int b; }; int rt();\n"
      "struct C : A, B { int c = 3; }; struct D : C { bool d; }; constexpr D kD{{{7}, {8}, 9}, true};\n"
      "struct E : A { E() {} int e; }; struct F : E {};",
      {{"C a = {{5}, {6}, 7}", R"({"a":5,"b":6,"c":7})", "::C{{5, ::std::optional<int>()}, {6}, 7}"},
       {"C a = {{}, {6}}", R"({"a":1,"b":6,"c":3})", "::C{{1, ::std::optional<int>()}, {6}, 3}"},
       {"D a = kD", R"({"a":7,"b":8,"c":9,"d":true})", "::D{{{7, ::std::optional<int>()}, {8}, 9}, true}"},
       {"C a = {{rt()}, {6}}", "", ""},
       {"F a = {}", "", ""}});
}

TEST(Defaults, that_are_strings_of_functions_are_constants_where_the_standard_library_can) {
  // Clang evaluates no std::string of libstdc++ 12.
  const Scanned scanned(
      "#include <string>\nconstexpr std::string long_text() { return std::string(40, 'x') + \"yz\"; }\n"
      "MCP_TOOL() void f(std::string a = long_text(), std::string b = std::string(\"a\") + \"b\");",
      {.flags = {"-stdlib=libc++"}});
  if (scanned.diagnostics.find("file not found") != std::string::npos) GTEST_SKIP() << "libc++ is not installed";
  ASSERT_EQ(scanned.diagnostics, "");
  EXPECT_EQ(scanned.tool().parameters[0].default_value->value, std::string(40, 'x') + "yz");
  EXPECT_EQ(scanned.tool().parameters[1].default_value->value, "ab");
}

TEST(Defaults, of_members_that_clang_evaluates_are_constants) {
  const Generated generated(
      "#include <string>\n#include <string_view>\nconstexpr std::string_view kRegion = \"eu-west\";\n"
      "struct S { std::string region{kRegion}; std::optional<std::string> other{kRegion}; int n = 1; };\n"
      "MCP_TOOL() void f(std::string_view region = kRegion, int later = 3, S s = {});");
  EXPECT_EQ(generated.problems(), "");
  EXPECT_EQ(generated.parameter("region"), R"({"type":"string","default":"eu-west"})");
  EXPECT_FALSE(generated.input().contains("dependentRequired"));
  EXPECT_EQ(generated.input()["properties"]["s"]["default"].dump(), R"({"region":"eu-west","other":"eu-west","n":1})");
  EXPECT_EQ(generated.input()["properties"]["s"]["properties"]["region"]["default"], "eu-west");
}

TEST(Defaults, of_objects_hold_for_those_that_are_left_out) {
  const Generated generated(
      "#include <array>\n#include <optional>\n#include <string>\n#include <utility>\n#include <variant>\n"
      "#include <vector>\nint now();\n"
      "struct Retry { int times = 3; int wait = 1; }; struct Point { int x; int y; };\n"
      "struct Job { Retry own; Retry empty = {}; Retry other = {.times = 5}; Retry late{now()}; Point whole = {1, 2};\n"
      "  std::array<Retry, 2> two = {{{5}, {6}}}; std::pair<int, Retry> pair = {1, {7}}; Retry row[1] = {{5}};\n"
      "  std::optional<Retry> maybe = Retry{5}; std::vector<Retry> list = {{5}};\n"
      "  std::variant<int, Retry> one = Retry{5}; };\n"
      "struct Made { Made() { retry.times = 9; } Retry retry; Point at; int n; };\n"
      "MCP_TOOL() void f(Job job, Made made, Retry a = {.times = 5}, const Retry& b = {}, Retry c = {now()});");
  EXPECT_EQ(generated.problems(), "");
  Strings afresh;
  for (const char* key : {"::Job", "::Made"}) {
    for (const model::Member& member : generated.model->structs.at(key).members) {
      if (member.starts_from_type_default) afresh.push_back(member.name);
    }
  }
  EXPECT_EQ(afresh, (Strings{"other", "late", "two", "pair", "row", "retry"}));
  const auto& parameters = generated.made().parameters;
  EXPECT_TRUE(parameters[2].starts_from_type_default);
  EXPECT_FALSE(parameters[3].starts_from_type_default);
  EXPECT_FALSE(parameters[4].starts_from_type_default) << "made when it is given";
}

TEST(Defaults, of_times_are_texts_that_say_them_again) {
  expect_defaults(
      "#include <chrono>\n#include <optional>\nusing namespace std::chrono; using namespace std::chrono_literals;\n"
      "using std::chrono::system_clock;",
      {{"seconds a = 90s", "\"PT1M30S\"", ""},
       {"seconds a = 0s", "\"PT0S\"", ""},
       {"seconds a = 1h + 5s", "\"PT1H0M5S\"", ""},
       {"seconds a = 49h", "\"P2DT1H\"", ""},
       {"seconds a = -1s", "", ""},
       {"milliseconds a = 1500ms", "1.5", ""},
       {"milliseconds a = -2ms", "-0.002", ""},
       {"duration<double> a = duration<double>(0.1)", "0.1", ""},
       {"std::optional<seconds> a = std::nullopt", "null", ""},
       {"sys_days a = sys_days(days(20000))", "\"2024-10-04\"", ""},
       {"year_month_day a = year(2026) / 1 / 31", "\"2026-01-31\"",
        "::std::chrono::year_month_day(::std::chrono::year(2026), ::std::chrono::month(1), ::std::chrono::day(31))"},
       {"year_month_day a = year(2026) / 2 / 31", "", ""},
       {"sys_seconds a = sys_seconds(seconds(1000000000))", "\"2001-09-09T01:46:40Z\"", ""},
       {"system_clock::time_point a = system_clock::now()", "", ""}});
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

TEST(Defaults, of_structs_made_from_nothing_are_made_again) {
  const Generated generated(
      "int now();\nstruct Base { int id = now(); };\nstruct Options : Base { int limit = 2; };\n"
      "class Made { public: Made() : a(2) {} int a; };\nOptions other();\n"
      "MCP_TOOL() void f(Options a = {}, Options b = Options(), Made c = Made{}, int d = 1, Options e = other());");
  EXPECT_EQ(generated.problems(), "");
  const auto& parameters = generated.made().parameters;
  EXPECT_EQ(parameters[0].default_expression, "::Options{}");
  EXPECT_EQ(parameters[1].default_expression, "::Options{}");
  EXPECT_EQ(parameters[2].default_expression, "::Made{}");
  EXPECT_FALSE(parameters[0].default_value) << "what it holds is known at the call alone";
  EXPECT_FALSE(parameters[3].omitted_by_position);
  EXPECT_TRUE(parameters[4].omitted_by_position);
  EXPECT_FALSE(generated.input().contains("dependentRequired"));
}

TEST(Defaults, may_stand_on_another_declaration) {
  const Scanned scanned("int f(int a = 3);\nMCP_TOOL() int f(int a) { return a; }");
  EXPECT_EQ(scanned.tool().parameters[0].default_value->value, 3);
}

}  // namespace scan_defaults_test
}  // namespace mcpgen::test
