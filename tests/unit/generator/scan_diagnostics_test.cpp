#include "scanned.hpp"

namespace mcpgen::test {
namespace scan_diagnostics_test {

struct Case {
  std::string snippet;
  Strings expected;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.snippet; }

class Refused : public testing::TestWithParam<Case> {};

TEST_P(Refused, with_slug_and_place) {
  const Scanned scanned(GetParam().snippet);
  EXPECT_EQ(scanned.found(), GetParam().expected) << scanned.diagnostics;
  EXPECT_TRUE(scanned.sink.has_errors());
  EXPECT_TRUE(scanned.result.declarations.tools.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Snippets, Refused,
    testing::Values(
        Case{"MCP_TOOL(.nme = \"x\") int f();", {"unknown-option 1:11"}},
        Case{"MCP_TOOL(.name = 3) int f();", {"bad-annotation 1:18"}},
        Case{"MCP_TOOL(.read_only = \"no\") int f();", {"bad-annotation 1:23"}},
        Case{"const char* t();\nMCP_TOOL(.title = t()) int f();", {"bad-annotation 2:1"}},
        Case{"MCP_TOOL() int x = 0;", {"misplaced-annotation 1:1"}},
        Case{"struct MCP_TOOL() S {};", {"misplaced-annotation 1:8"}},
        Case{"MCP_TOOL() struct S {};", {"misplaced-annotation 1:1"}},
        Case{"struct S { MCP_TOOL() int x; };", {"misplaced-annotation 1:12"}},
        Case{"MCP_FIELD() void f();", {"misplaced-annotation 1:1"}},
        Case{"void f(MCP_FIELD() int a);", {"misplaced-annotation 1:8"}},
        Case{"enum E { a MCP_PARAM() };", {"misplaced-annotation 1:12"}},
        Case{"static MCP_TOOL() int f();", {"misplaced-annotation 1:8"}},
        Case{"int f() MCP_TOOL();", {"misplaced-annotation 1:9"}},
        Case{"MCP_TOOL() template <class T> void f(T);", {"misplaced-annotation 1:1"}},
        Case{"struct S { MCP_SERVER(); };", {"misplaced-annotation 1:12"}},
        Case{"void f() { MCP_SERVER(); }", {"misplaced-annotation 1:12"}},
        Case{"template <class T> MCP_TOOL() void f(T);", {"tool-template 1:36"}},
        Case{"MCP_TOOL() void f(auto);", {"tool-template 1:17"}},
        Case{"template <class T> struct S { MCP_TOOL() void f(); };", {"tool-template 1:47"}},
        Case{"template <class T> void f(T);\ntemplate <> MCP_TOOL() void f<int>(int);", {"tool-template 2:29"}},
        Case{"MCP_TOOL() void f() = delete;", {"tool-deleted 1:17"}},
        Case{"MCP_TOOL() void f(int, ...);", {"tool-variadic 1:17"}},
        Case{"struct S { MCP_TOOL() S(); };", {"tool-special-member 1:23"}},
        Case{"struct S { MCP_TOOL() ~S(); };", {"tool-special-member 1:23"}},
        Case{"struct S { MCP_TOOL() int operator+(int); };", {"tool-special-member 1:27"}},
        Case{"struct S { MCP_TOOL() operator int(); };", {"tool-special-member 1:23"}},
        Case{"struct S { MCP_TOOL() int f() &&; };", {"tool-special-member 1:27"}},
        Case{"class S { MCP_TOOL() int f(); };", {"tool-not-public 1:26"}},
        Case{"class S { protected: MCP_TOOL() static int f(); };", {"tool-not-public 1:44"}},
        Case{"class S { struct T { MCP_TOOL() int f(); }; };", {"tool-not-public 1:37"}},
        Case{"void g() { MCP_TOOL() int f(); }", {"tool-local 1:12"}},
        Case{"constexpr int g() { struct S { MCP_TOOL() int f() { return 1; } }; return 1; }", {"tool-local 1:32"}},
        Case{"MCP_TOOL() consteval int f() { return 1; }", {"tool-consteval 1:26"}}));

TEST(Duplicates, are_refused_on_one_declaration_and_across_several) {
  const Scanned one("MCP_TOOL() MCP_TOOL() int f();");
  EXPECT_EQ(one.found(), (Strings{"duplicate-annotation 1:12"})) << one.diagnostics;
  const Scanned two("MCP_TOOL() int f();\nMCP_TOOL() int f();");
  EXPECT_EQ(two.found(), (Strings{"duplicate-annotation 2:1"})) << two.diagnostics;
  const Scanned parameter("MCP_TOOL() int f(MCP_PARAM() MCP_PARAM() int a);");
  EXPECT_EQ(parameter.found(), (Strings{"duplicate-annotation 1:30"})) << parameter.diagnostics;
}

TEST(Elsewhere, is_warned_about_once_per_file) {
  const Scanned scanned("#include \"a.hpp\"\nMCP_TOOL() int here();",
                        {.others = {{"a.hpp", "MCP_TOOL() int f();\nMCP_TOOL() int g();"}}});
  EXPECT_EQ(scanned.found(), (Strings{"annotation-elsewhere 1:1"}));
  EXPECT_FALSE(scanned.sink.has_errors());
  EXPECT_NE(scanned.diagnostics.find("a.hpp'"), std::string::npos);
  EXPECT_EQ(scanned.result.declarations.tools.size(), 1U);
}

TEST(ClangErrors, inside_annotations_name_what_is_accepted) {
  const Scanned scanned("MCP_TOOL(.tite = \"x\") int f();");
  EXPECT_NE(scanned.diagnostics.find("did you mean 'title'?"), std::string::npos) << scanned.diagnostics;
  EXPECT_NE(scanned.diagnostics.find("note: MCP_TOOL takes .name, .title"), std::string::npos) << scanned.diagnostics;
  EXPECT_EQ(scanned.diagnostics.find("annotation_vocabulary.hpp"), std::string::npos) << scanned.diagnostics;
}

TEST(ClangErrors, are_all_reported_and_leave_the_rest_readable) {
  const Scanned scanned(
      "MCP_TOOL(.nme = \"x\") int f();\nMCP_TOOL() int g(Strng s);\nstruct Weather { int x; };\nMCP_TOOL() Wether "
      "h();\n"
      "MCP_TOOL() int fine(int a);");
  EXPECT_TRUE(scanned.ok);
  EXPECT_EQ(scanned.found(), (Strings{"unknown-option 1:11", " 2:18", " 4:12"})) << scanned.diagnostics;
  EXPECT_NE(scanned.diagnostics.find("did you mean 'Weather'?"), std::string::npos) << scanned.diagnostics;
  EXPECT_NE(scanned.diagnostics.find("note: 'Weather' declared here"), std::string::npos) << scanned.diagnostics;
  EXPECT_EQ(scanned.tool("fine").parameters.size(), 1U);
}

TEST(ClangErrors, silence_what_would_be_said_about_the_same_declaration) {
  const Scanned scanned("MCP_TOOL() Unknown f() = delete;\nMCP_TOOL() int g(;\n");
  for (const Diagnostic& diagnostic : scanned.sink.all()) EXPECT_EQ(diagnostic.slug, "") << scanned.diagnostics;
}

TEST(ClangErrors, that_are_fatal_leave_nothing_to_read) {
  const Scanned scanned("#include \"missing.hpp\"\nMCP_TOOL() int f();");
  EXPECT_FALSE(scanned.ok);
  EXPECT_EQ(scanned.found(), (Strings{" 1:10"}));
  EXPECT_TRUE(scanned.result.declarations.tools.empty());
  EXPECT_FALSE(scanned.result.dependencies.empty());
}

TEST(ClangErrors, about_flags_have_no_place) {
  const Scanned scanned("MCP_TOOL() int f();", {.flags = {"-std=c++1000"}});
  EXPECT_FALSE(scanned.ok);
  EXPECT_EQ(scanned.found(), (Strings{" 0:0"})) << scanned.diagnostics;
}

TEST(ClangErrors, name_a_missing_source) {
  ScanResult result;
  Sink sink;
  EXPECT_FALSE(scan({.source = "no/such/file.cpp", .named = {}, .flags = {}}, result, sink));
  ASSERT_EQ(sink.all().size(), 1U);
  EXPECT_NE(sink.all()[0].message.find("no/such/file.cpp"), std::string::npos);
}

TEST(Warnings, of_the_users_code_are_left_to_the_compiler) {
  EXPECT_EQ(Scanned("#warning text\nMCP_TOOL(.title = \"t\", .name = \"n\") int f(int a) {}").diagnostics, "");
}

TEST(BadAnnotations, are_what_clang_lets_pass) {
  const Scanned text("MCP_TOOL(.title = \"\xff\") int f();\nMCP_TOOL(.title = \"\\xff\") int g();");
  EXPECT_EQ(text.found(), (Strings{"bad-annotation 1:10", "bad-annotation 2:10"})) << text.diagnostics;
  const Scanned twice("MCP_TOOL(.read_only = true, .read_only = false) int f();");
  EXPECT_EQ(twice.found(), (Strings{"bad-annotation 1:29"})) << twice.diagnostics;
  const Scanned unnamed("MCP_TOOL(\"positional\") int f();");
  EXPECT_EQ(unnamed.found(), (Strings{"bad-annotation 1:10"})) << unnamed.diagnostics;
  const Scanned base(
      "struct B { char t[4]; }; struct D : B {}; constexpr D d{{\"abc\"}};\nMCP_TOOL(.title = d.t) int f();");
  EXPECT_EQ(base.found(), (Strings{"bad-annotation 2:10"})) << base.diagnostics;
}

TEST(Duplicates, of_a_parameter_may_stand_on_two_declarations) {
  const Scanned scanned("int f(MCP_PARAM() int a);\nMCP_TOOL() int f(MCP_PARAM(.minimum = 1) int a);");
  EXPECT_EQ(scanned.found(), (Strings{"duplicate-annotation 2:18"})) << scanned.diagnostics;
  const Scanned one("int f(MCP_PARAM() int a);\nMCP_TOOL() int f(int a);");
  EXPECT_EQ(one.diagnostics, "");
}

TEST(HiddenNames, of_functions_are_named_from_within_their_namespace) {
  const Scanned scanned(
      "namespace { MCP_TOOL() int rand() { return 4; } }\nnamespace n { void save(int); inline namespace v1 { "
      "namespace { "
      "MCP_TOOL() void save(int) {} void save(long) {} } } }");
  EXPECT_EQ(scanned.diagnostics, "");
  const declared::Reopened& global = *scanned.tool("rand").reopened;
  EXPECT_EQ(global.namespaces, Strings{"namespace "});
  EXPECT_EQ(global.scope, "");
  EXPECT_EQ(global.pointer, "&rand");
  const declared::Reopened& deep = *scanned.tool("save").reopened;
  EXPECT_EQ(deep.namespaces, (Strings{"namespace n ", "inline namespace v1 ", "namespace "}));
  EXPECT_EQ(deep.scope, "::n");
  EXPECT_EQ(deep.pointer, "static_cast<void (*)(int)>(&save)");
}

TEST(HiddenNames, of_types_and_of_what_is_called_by_name_are_refused) {
  const Scanned function("int pick();\nnamespace { MCP_TOOL() int rand(int a = pick()) { return 4; } }");
  EXPECT_EQ(function.found(), (Strings{"hidden-name 2:28"})) << function.diagnostics;
  const Scanned type(
      "struct X { int a; };\nnamespace n { struct X { int b; };\nnamespace { struct X { int c; };\n"
      "MCP_TOOL() void f(X x); } }\nMCP_TOOL() void g(X a, n::X b);");
  EXPECT_EQ(type.found(), (Strings{"hidden-name 3:20"})) << type.diagnostics;
  const Scanned outer(
      "namespace n { struct S { int x; }; }\nnamespace { namespace n { enum class E { a }; MCP_TOOL() void f(E e); } "
      "}");
  EXPECT_EQ(outer.found(), (Strings{"hidden-name 2:38", "hidden-name 2:63"})) << outer.diagnostics;
}

TEST(HiddenNames, are_only_those_that_mean_something_else) {
  const Scanned scanned(
      "namespace n { namespace { struct S { int x; }; template <class T> struct P { T t; }; typedef struct { int y; } "
      "U;\n"
      "enum E { e }; MCP_TOOL() int f(S s, P<int> p, U u, E v); int f(int); MCP_TOOL() int g(); }\n"
      "struct Other { int f; int S; }; inline namespace v1 { MCP_TOOL() int h(); } int h(int); }\n"
      "struct S { int z; }; int f();\nusing namespace n;");
  EXPECT_EQ(scanned.diagnostics, "");
  EXPECT_EQ(scanned.result.declarations.tools.size(), 3U);
}

TEST(ClangErrors, of_an_older_language_are_one) {
  const Scanned scanned("MCP_TOOL(.title = \"x\") int f();\nMCP_SERVER();", {.flags = {"-std=c++17"}});
  EXPECT_EQ(scanned.found(), (Strings{" 0:0"})) << scanned.diagnostics;
  EXPECT_NE(scanned.diagnostics.find("annotations need C++20: add -std=c++20"), std::string::npos);
}

TEST(ClangErrors, about_parentheses_and_places_say_what_is_meant) {
  const Scanned parentheses("MCP_TOOL int f();");
  EXPECT_NE(parentheses.diagnostics.find("note: an annotation is written with parentheses, MCP_TOOL()"),
            std::string::npos)
      << parentheses.diagnostics;
  const Scanned enumerator("enum E { MCP_VALUE() a };");
  EXPECT_EQ(enumerator.found(), (Strings{"misplaced-annotation 1:10"})) << enumerator.diagnostics;
  const Scanned semicolon("MCP_SERVER(.name = \"x\")\nMCP_TOOL() int f();");
  EXPECT_NE(semicolon.diagnostics.find("note: MCP_SERVER(…) must be followed by ';'"), std::string::npos)
      << semicolon.diagnostics;
}

TEST(LibraryNames, are_told_apart_by_type_or_refused) {
  // `read` has other parameters than libc's, `sleep` the same, `close` and `index` cannot be in one scope with it.
  const Scanned overload("#include <string>\nMCP_TOOL() std::string read(const std::string& name);");
  EXPECT_EQ(overload.diagnostics, "");
  EXPECT_EQ(overload.tool().pointer, "static_cast<::std::string (*)(const ::std::string&)>(&::read)");
  const Scanned same("MCP_TOOL() unsigned sleep(unsigned seconds) { return seconds; }");
  EXPECT_EQ(same.found(), (Strings{"library-function 1:21"})) << same.diagnostics;
  for (const char* clash : {"static int close(int);", "char index = 'i';", "double access(const char*, int);"}) {
    const Scanned refused(clash);
    EXPECT_EQ(refused.sink.all().size(), 1U) << refused.diagnostics;
    EXPECT_NE(refused.diagnostics.find("generated code is compiled behind the headers of the C library"),
              std::string::npos)
        << refused.diagnostics;
  }
}

TEST(LibraryNames, of_declared_c_functions_can_be_exposed_and_annotated) {
  EXPECT_EQ(Scanned("extern \"C\" MCP_TOOL() unsigned sleep(unsigned seconds);").diagnostics, "");
  EXPECT_EQ(Scanned("MCP_EXPOSE(sleep, .params = {{\"__seconds\", .name = \"seconds\"}});").diagnostics, "");
  EXPECT_EQ(Scanned("namespace n { MCP_TOOL() unsigned sleep(unsigned seconds); }").diagnostics, "");
}

TEST(ClangErrors, show_a_brace_that_nothing_closes) {
  for (const char* snippet : {"MCP_TOOL() int f() {\n  return 1;\n", "MCP_TOOL() int f() { if (1) {\n  return 1;\n}\n",
                              "namespace n {\nMCP_TOOL() int f() {\n  return 1;\n}\n"}) {
    const Scanned scanned(snippet);
    EXPECT_TRUE(scanned.sink.has_errors()) << snippet;
    EXPECT_NE(scanned.diagnostics.find("error: expected '}'"), std::string::npos) << scanned.diagnostics;
    EXPECT_NE(scanned.diagnostics.find("to match this '{'"), std::string::npos) << scanned.diagnostics;
  }
  EXPECT_EQ(Scanned("#define OPEN {\n#define CLOSE }\nMCP_TOOL() int f() OPEN return 1; CLOSE").diagnostics, "");
}

/// Whether what is said of a snippet, as of a file without any include, holds a text.
testing::AssertionResult says(const std::string& snippet, const std::string& text, const Options& options = {}) {
  const Scanned scanned(snippet, options);
  if (scanned.diagnostics.find(text) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << scanned.diagnostics;
}

TEST(Advice, says_how_common_mistakes_are_mended) {
  EXPECT_TRUE(says("MCP_TOOL(); int f();", "drop the ';' behind MCP_TOOL(…)"));
  EXPECT_TRUE(says("MCP_TOOL() auto f = [](int a) { return a; };", "write a function instead of a lambda: f(…) { … }"));
  EXPECT_TRUE(says("#include <string>\nconst std::string s = \"x\";\nMCP_TOOL(.description = s) int f();",
                   "a text in an annotation is a string literal"));
  EXPECT_TRUE(says("MCP_TOOL(.uri = \"x:/\") int f();", "`.uri` is an option of MCP_RESOURCE"));
  EXPECT_TRUE(says("MCP_PARAM(.destructive = true) int f();", "`.destructive` is an option of MCP_TOOL, MCP_EXPOSE"));
  EXPECT_TRUE(says("MCP_COMPLETE(.tool = \"x\") int f();", "arguments of tools are not completed"));
  EXPECT_TRUE(says("int area(int); int area(long);\nMCP_EXPOSE(area);", "MCP_EXPOSE must name one function first"));
}

TEST(Advice, names_the_header_that_is_not_included) {
  const Options bare = {.flags = {"-UMCP_TOOL"}, .others = {{"undefine.hpp", "#undef MCP_TOOL\n#undef MCP_PARAM\n"}}};
  const Scanned scanned(
      "#include \"undefine.hpp\"\nMCP_TOOL(.title = \"x\") int f(MCP_PARAM(.minimum = 1) int a);\nMCP_TOOL() int "
      "g();\n",
      bare);
  EXPECT_EQ(scanned.sink.all().size(), 1U) << scanned.diagnostics;
  EXPECT_NE(scanned.diagnostics.find("MCP_TOOL is declared in <mcp/annotations.hpp>; include it"), std::string::npos)
      << scanned.diagnostics;
  EXPECT_TRUE(says("MCP_TOOL() int f(mcp::Context& ctx);", "include <mcp/mcp.hpp>", {.flags = {"-DX"}}));
}

TEST(Advice, on_what_the_compiler_takes_and_clang_does_not) {
  const std::string note = "put that behind `#ifndef MCP_SCAN`";
  EXPECT_TRUE(says("int f(int x) pre(x > 0) { return x; }", note, {.flags = {"-std=c++26"}}));
  EXPECT_FALSE(says("int f(int x) pre(x > 0) { return x; }", note, {.flags = {"-std=c++23"}}));
  EXPECT_EQ(Scanned("#ifndef MCP_SCAN\nint f(int x) pre(x > 0);\n#endif").diagnostics, "");
}

TEST(Advice, names_the_macro_that_changes_a_header) {
  EXPECT_TRUE(says("#define Item 3\n#include \"item.hpp\"", "'Item' is a macro here",
                   {.others = {{"item.hpp", "template <class Item> struct Box {};"}}}));
}

}  // namespace scan_diagnostics_test
}  // namespace mcpgen::test
