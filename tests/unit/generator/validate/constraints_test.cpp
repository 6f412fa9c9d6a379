// Constraints, examples and defaults of parameters and members, from what a user writes to the schema.
#include "validate/constraints.hpp"
#include "generated.hpp"
#include "validate/pattern.hpp"

namespace mcpgen::test {
namespace constraints_test {

constexpr const char* kHeaders =
    "#include <array>\n#include <chrono>\n#include <cstdint>\n#include <deque>\n#include <map>\n#include <memory>\n"
    "#include <optional>\n#include <set>\n#include <string>\n#include <variant>\n#include <vector>\n"
    "#include <mcp/bytes.hpp>\n";

/// Several parameters in one scan: `declarations` are those of parameters called a.
std::vector<std::string> problems_of(const Strings& declarations, const std::string& preamble = {}) {
  std::string code = kHeaders + preamble + '\n';
  for (std::size_t i = 0; i < declarations.size(); ++i) {
    code += "MCP_TOOL() void f" + std::to_string(i) + '(' + declarations[i] + ");\n";
  }
  const Generated generated(code);
  Strings problems(declarations.size());
  for (const Diagnostic& each : generated.sink.all()) {
    if (each.slug.starts_with("undescribed-")) continue;
    for (std::size_t i = 0; i < declarations.size(); ++i) {
      if (each.message.find("of tool `f" + std::to_string(i) + '`') != std::string::npos) {
        problems[i] += each.slug + ": " + each.message;
      }
    }
  }
  return problems;
}

TEST(Constraints, reach_the_schema_of_every_kind_they_fit) {
  const Generated generated(kHeaders + std::string(R"(MCP_TOOL() void f(
      MCP_PARAM(.minimum = 0, .exclusive_maximum = 10, .multiple_of = 2) int a,
      MCP_PARAM(.multiple_of = 0.25) double b,
      MCP_PARAM(.min_length = 1, .max_length = 5, .pattern = "^[a-z]+$", .format = "hostname") std::string c,
      MCP_PARAM(.min_items = 1, .max_items = 3, .unique_items = true) std::vector<int> d,
      MCP_PARAM(.min_items = 2, .unique_items = true) std::set<int> e,
      MCP_PARAM(.unique_items = false) std::deque<int> g,
      MCP_PARAM(.minimum = 0.5) std::chrono::milliseconds h,
      MCP_PARAM(.maximum = 3) std::optional<int> i,
      MCP_PARAM(.max_length = 2) std::unique_ptr<std::string> j,
      MCP_PARAM(.minimum = -200, .maximum = 100) std::int8_t k,
      MCP_PARAM(.exclusive_minimum = 9007199254740993) std::int64_t l);)"));
  EXPECT_EQ(generated.problems(), "");
  const auto of = [&](const char* name) { return generated.parameter(name); };
  EXPECT_EQ(of("a"), R"({"type":"integer","minimum":0,"maximum":2147483647,"exclusiveMaximum":10,"multipleOf":2})");
  EXPECT_EQ(of("b"), R"({"type":"number","multipleOf":0.25})");
  EXPECT_EQ(of("c"), R"({"type":"string","minLength":1,"maxLength":5,"pattern":"^[a-z]+$","format":"hostname"})");
  EXPECT_EQ(of("d"), R"({"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647},)"
                     R"("minItems":1,"maxItems":3,"uniqueItems":true})");
  EXPECT_EQ(Json::parse(of("e"))["uniqueItems"], true);
  EXPECT_EQ(Json::parse(of("e"))["minItems"], 2);
  EXPECT_FALSE(Json::parse(of("g")).contains("uniqueItems"));
  EXPECT_EQ(of("h"), R"({"type":"number","minimum":0.5})");
  EXPECT_EQ(of("i"), R"({"type":["integer","null"],"minimum":-2147483648,"maximum":3})");
  EXPECT_EQ(of("j"), R"({"type":["string","null"],"maxLength":2})");
  EXPECT_EQ(of("k"), R"({"type":"integer","minimum":-128,"maximum":100})") << "the tighter bound stays";
  EXPECT_EQ(of("l"), R"({"type":"integer","format":"int64","exclusiveMinimum":9007199254740993})");
}

TEST(Constraints, are_refused_where_they_mean_nothing) {
  const Strings declarations = {"MCP_PARAM(.multiple_of = 2) std::string a",
                                "MCP_PARAM(.multiple_of = 0) int a",
                                "MCP_PARAM(.multiple_of = -0.5) double a",
                                "MCP_PARAM(.pattern = \"a\") int a",
                                "MCP_PARAM(.pattern = \"a\") mcp::Bytes a",
                                "MCP_PARAM(.format = \"date\") std::chrono::sys_days a",
                                "MCP_PARAM(.unique_items = true) int a",
                                "MCP_PARAM(.min_items = 1) std::map<std::string, int> a",
                                "MCP_PARAM(.min_items = 1) std::array<int, 2> a",
                                "MCP_PARAM(.minimum = 1) std::variant<int, double> a",
                                "MCP_PARAM(.max_length = 1) char a",
                                "MCP_PARAM(.minimum = 1) bool a",
                                "MCP_PARAM(.minimum = 0) std::chrono::seconds a"};
  for (const std::string& problem : problems_of(declarations)) {
    EXPECT_TRUE(problem.starts_with("constraint-mismatch: ")) << problem;
  }
}

TEST(Constraints, leave_a_value_that_every_one_of_them_allows) {
  const Strings problems =
      problems_of({"MCP_PARAM(.min_length = 3, .max_length = 2) std::string a",
                   "MCP_PARAM(.min_items = 3, .max_items = 2) std::vector<int> a",
                   "MCP_PARAM(.minimum = 256) std::uint8_t a", "MCP_PARAM(.exclusive_maximum = 0) unsigned a",
                   "MCP_PARAM(.minimum = 3, .maximum = 3) int a", "MCP_PARAM(.max_length = 0) std::string a"});
  for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(problems[i].starts_with("empty-range: ")) << problems[i];
  EXPECT_EQ(problems[4], "");
  EXPECT_EQ(problems[5], "");
}

TEST(Formats, are_those_that_the_decoder_checks) {
  for (const char* format :
       {"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid"}) {
    const Generated generated("#include <string>\nMCP_TOOL() void f(MCP_PARAM(.format = \"" + std::string(format) +
                              "\") std::string a);");
    EXPECT_EQ(generated.problems(), "") << format;
    EXPECT_EQ(Json::parse(generated.parameter("a"))["format"], format);
  }
  for (const std::string& problem :
       problems_of({"MCP_PARAM(.format = \"Email\") std::string a", "MCP_PARAM(.format = \"\") std::string a",
                    "MCP_PARAM(.format = \"iri\") std::string a"})) {
    EXPECT_TRUE(problem.starts_with("unknown-format: ")) << problem;
  }
}

TEST(Formats, bind_defaults_too) {
  const Strings problems = problems_of({"MCP_PARAM(.format = \"date\") std::string a = \"2024-02-29\"",
                                        "MCP_PARAM(.format = \"date\") std::string a = \"2023-02-29\""});
  EXPECT_EQ(problems[0], "");
  EXPECT_TRUE(problems[1].starts_with("default-out-of-range: ")) << problems[1];
}

TEST(Patterns, mean_the_same_to_re2_and_to_javascript) {
  for (const char* good : {"^[A-Z]{3}$", "a|b", "(a)(?:b)+?", "\\d+\\.\\d*", "[\\w.-]+@[^\\s@]+", "\\x41\\t\\n\\/",
                           "a{2,}b{2,5}c{2}", "^\\$\\{[a-z]+\\}$", "\\bword\\B", "[\\]\\[]", "\xc3\xa9+", "", ".",
                           "\\p{L}+", "[\\p{Lu}x]{2}", "[a-z\\-]", "[$^.]", "[\\w-]", "a^b$c"}) {
    EXPECT_EQ(why_bad_pattern(good), "") << good;
  }
  for (const char* bad :
       {"(",     "a**",  "[z-a]",   "(?i)a",   "(?P<name>a)", "(?<name>a)", "(?=a)", "(?!a)",   "(?<=a)b",     "(a)\\1",
        "\\A",   "\\z",  "\\Q.\\E", "\\pL",    "\\p{Greek}",  "\\p{",       "\\p",   "\\x{41}", "[[:alpha:]]", "[]a]",
        "[^]a]", "a{",   "a{,3}",   "a}",      "a]",          "\\a",        "\\ ",   "\\-",     "\\_",         "a\\",
        "\\C",   "\\07", "[\\b]",   "[\\w-z]", "^*a",         "a$+",        "\\b+a", "\\B{2}"}) {
    EXPECT_NE(why_bad_pattern(bad), "") << bad;
  }
}

TEST(Patterns, need_a_header_that_nothing_else_needs) {
  const auto headers = [](const std::string& snippet) {
    return Generated("#include <chrono>\n#include <string>\n#include <vector>\n" + snippet).model->codec_headers;
  };
  EXPECT_EQ(headers("MCP_TOOL() void f(MCP_PARAM(.max_length = 1) std::string a);"), Strings{});
  EXPECT_EQ(headers("MCP_TOOL() void f(MCP_PARAM(.pattern = \"a\") std::string a, std::chrono::seconds b);"),
            (Strings{"chrono", "pattern"}));
  EXPECT_EQ(headers("struct S { MCP_FIELD(.pattern = \"a\") std::string a; };\nMCP_TOOL() std::vector<S> f();"),
            Strings{"pattern"});
}

TEST(Multiples, are_exact_among_integers) {
  const Strings problems = problems_of(
      {"MCP_PARAM(.multiple_of = 2) long a = 1000000001", "MCP_PARAM(.multiple_of = 3) long a = 9007199254740993",
       "MCP_PARAM(.multiple_of = 3) long a = 9007199254740994", "MCP_PARAM(.multiple_of = 0.1) double a = 0.3",
       "MCP_PARAM(.multiple_of = 0.1) double a = 0.35", "MCP_PARAM(.multiple_of = 2) double a = 1000000001.5",
       "MCP_PARAM(.multiple_of = 5) int a = -15"});
  EXPECT_TRUE(problems[0].starts_with("default-out-of-range: ")) << problems[0];
  EXPECT_EQ(problems[1], "");
  EXPECT_TRUE(problems[2].starts_with("default-out-of-range: ")) << problems[2];
  EXPECT_EQ(problems[3], "");
  EXPECT_TRUE(problems[4].starts_with("default-out-of-range: ")) << problems[4];
  EXPECT_TRUE(problems[5].starts_with("default-out-of-range: ")) << problems[5];
  EXPECT_EQ(problems[6], "");
}

TEST(Defaults, must_satisfy_what_stands_beside_them) {
  const Strings problems = problems_of(
      {"MCP_PARAM(.pattern = \"^[a-z]+$\") std::string a = \"A\"",
       "MCP_PARAM(.min_length = 2) std::string a = \"\xc3\xa9\"",
       "MCP_PARAM(.unique_items = true) std::vector<int> a = {1, 2, 1}",
       "MCP_PARAM(.min_items = 1) std::vector<int> a = {}", "MCP_PARAM(.minimum = 5) std::optional<int> a = 4",
       "MCP_PARAM(.minimum = 5) std::optional<int> a = {}", "MCP_PARAM(.exclusive_minimum = 0) double a = 0"});
  for (std::size_t i = 0; i < problems.size(); ++i) {
    EXPECT_EQ(problems[i].substr(0, 20), i == 5 ? "" : "default-out-of-range") << problems[i];
  }
}

TEST(Examples, are_values_that_the_type_takes) {
  const std::string preamble =
      "enum class Unit { m, ft MCP_VALUE(.name = \"feet\") }; struct P { MCP_FIELD(.minimum = 0) double x; "
      "std::optional<Unit> unit; };";
  const auto with = [](const std::string& examples, const std::string& type) {
    return "MCP_PARAM(.examples = R\"(" + examples + ")\") " + type + " a";
  };
  for (const std::string& problem :
       problems_of({with("[1, 2.0, 1e2]", "int"), with(R"(["a", ""])", "std::string"), with(R"(["feet"])", "Unit"),
                    with(R"([{"x": 1}, {"x": 2, "unit": "m"}])", "P"), with("[[1, 2]]", "std::vector<int>"),
                    with("[null, 3]", "std::optional<int>"), with(R"([[1, "a"]])", "std::pair<int, std::string>"),
                    with(R"([1, "a"])", "std::variant<int, std::string>"), with(R"([{"m": 1}])", "std::map<Unit, int>"),
                    with(R"([{"-7": true}])", "std::map<int, bool>"), with("[1.5]", "std::chrono::milliseconds"),
                    with(R"(["x"])", "char"), with("[3e38]", "float"), with(R"(["PT90S"])", "std::chrono::seconds"),
                    with(R"(["2024-02-29"])", "std::chrono::sys_days"),
                    with(R"(["2024-02-29T12:00:00Z"])", "std::chrono::sys_seconds")},
                   preamble)) {
    EXPECT_EQ(problem, "");
  }
  EXPECT_NE(
      problems_of({with("[7]", "std::chrono::seconds")}, preamble).at(0).find("it must be a duration of RFC 3339"),
      std::string::npos);
  const Strings bad = problems_of({with("[1.5]", "int"),
                                   with("[3000000000]", "int"),
                                   with("[1]", "std::string"),
                                   with(R"(["ft"])", "Unit"),
                                   with(R"([{"x": -1}])", "P"),
                                   with(R"([{"unit": "m"}])", "P"),
                                   with(R"([{"x": 1, "y": 1}])", "P"),
                                   with("[[1, 1]]", "std::set<int>"),
                                   with(R"([{"ft": 1}])", "std::map<Unit, int>"),
                                   with(R"([{"007": true}])", "std::map<int, bool>"),
                                   with(R"([{"300": true}])", "std::map<std::uint8_t, bool>"),
                                   with("[[1]]", "std::pair<int, int>"),
                                   with("[true]", "std::variant<int, std::string>"),
                                   with(R"(["xy"])", "char"),
                                   with("[1e39]", "float"),
                                   with("[null]", "int"),
                                   with(R"(["90s"])", "std::chrono::seconds"),
                                   with(R"(["P1Y"])", "std::chrono::seconds"),
                                   with(R"(["2023-02-29"])", "std::chrono::sys_days"),
                                   with(R"(["2023-02-28"])", "std::chrono::sys_seconds")},
                                  preamble);
  for (std::size_t i = 0; i < bad.size(); ++i) EXPECT_TRUE(bad[i].starts_with("bad-example: ")) << i << bad[i];
  for (const std::string& problem : problems_of({with("1", "int"), with("[]", "int"), with("[1", "int")})) {
    EXPECT_TRUE(problem.starts_with("bad-json: ")) << problem;
  }
}

TEST(Examples, satisfy_the_constraints_beside_them) {
  const Strings problems = problems_of({"MCP_PARAM(.maximum = 3, .examples = \"[4]\") int a",
                                        "MCP_PARAM(.pattern = \"^a\", .examples = R\"([\"b\"])\") std::string a",
                                        "MCP_PARAM(.format = \"email\", .examples = R\"([\"b\"])\") std::string a",
                                        "MCP_PARAM(.max_items = 1, .examples = \"[[1, 2]]\") std::vector<int> a"});
  for (const std::string& problem : problems) EXPECT_TRUE(problem.starts_with("bad-example: ")) << problem;
}

TEST(Members, with_names_that_differ_in_case_are_warned_of) {
  const Generated generated("struct S { int id; int Id; };\nMCP_TOOL() void f(S a, int A);");
  EXPECT_EQ(
      generated.problems(),
      "names-differ-in-case: member `Id` of `S` must differ from `id` in more than the case of letters: models mix "
      "them up\n"
      "names-differ-in-case: parameter `A` of tool `f` must differ from `a` in more than the case of letters: "
      "models mix them up\n");
}

TEST(Types, that_are_lambdas_are_named_in_one_line) {
  const std::string problem = problems_of({"decltype([] { return 1; }) a"})[0];
  EXPECT_TRUE(problem.starts_with("unsupported-type: ")) << problem;
  EXPECT_EQ(problem.find('\n'), std::string::npos) << problem;
}

TEST(Types, whose_json_cannot_tell_their_values_apart_are_no_keys) {
  const Strings problems =
      problems_of({"std::set<Unit> a", "std::map<Unit, int> a", "std::set<P> a", "std::set<std::chrono::seconds> a",
                   "std::map<bool, int> a", "std::set<std::pair<int, Plain>> a", "std::map<Plain, int> a"},
                  "enum class Unit { grey, gray = grey }; enum class Plain { x, y }; struct P { int x; bool "
                  "operator<(const P&) const; };");
  for (std::size_t i = 0; i < problems.size(); ++i) {
    EXPECT_EQ(problems[i].substr(0, 16), i < 5 ? "unsupported-type" : "") << problems[i];
  }
}

}  // namespace constraints_test
}  // namespace mcpgen::test
