#include "scanned.hpp"

namespace mcpgen::test {
namespace scan_functions_test {

using declared::Injected;
using declared::Passing;

TEST(Functions, of_every_ordinary_kind_are_tools) {
  const Scanned scanned(R"(MCP_TOOL() int plain(int a);
    MCP_TOOL() static int file_local(int a) { return a; }
    namespace { MCP_TOOL() int anonymous(int a) { return a; } }
    namespace app::deep { MCP_TOOL() inline int nested(int a) { return a; } }
    extern "C" { MCP_TOOL() int c_function(int a); }
    extern "C" MCP_TOOL() int c_single(int a);
    struct Basket { MCP_TOOL() void add(int a); MCP_TOOL() int count() const noexcept; MCP_TOOL() static int limit(); };
    class Outer { public: class Inner { public: Inner(int); MCP_TOOL() virtual void act(); }; };
    MCP_TOOL() auto deduced() { return 1; }
    MCP_TOOL() constexpr int constant(int a) { return a; })");
  EXPECT_EQ(scanned.diagnostics, "");
  Strings pointers;
  for (const auto& tool : scanned.result.declarations.tools) pointers.push_back(tool.pointer);
  EXPECT_EQ(pointers, (Strings{"&::plain", "&::file_local", "&::anonymous", "&::app::deep::nested", "&::c_function",
                               "&::c_single", "&::Basket::add", "&::Basket::count", "&::Basket::limit",
                               "&::Outer::Inner::act", "&::deduced", "&::constant"}));
  EXPECT_FALSE(scanned.tool("limit").owner);
  ASSERT_TRUE(scanned.tool("count").owner);
  EXPECT_TRUE(scanned.tool("count").is_const);
  EXPECT_FALSE(scanned.tool("add").is_const);
  EXPECT_EQ(scanned.tool("add").owner->name, "Basket");
  EXPECT_EQ(scanned.tool("add").owner->cpp_name, "::Basket");
  EXPECT_TRUE(scanned.tool("add").owner->is_default_constructible);
  EXPECT_FALSE(scanned.tool("act").owner->is_default_constructible);
  EXPECT_EQ(scanned.tool("deduced").result.kind, declared::TypeKind::Integer);
}

TEST(Functions, that_are_overloaded_are_named_by_their_type) {
  const Scanned scanned(R"(#include <string>
    namespace app { enum class E { a };
    MCP_TOOL() int f(const std::string& a, E b); int f(int);
    struct S { MCP_TOOL() int g(int) const noexcept; void g(); MCP_TOOL() int h(int) &; static int h(double); };
    inline namespace v1 { MCP_TOOL() void k(int); } void k(double); template <class T> void m(T); MCP_TOOL() void m(int); })");
  EXPECT_EQ(scanned.tool("f").pointer, "static_cast<int (*)(const ::std::string&, ::app::E)>(&::app::f)");
  EXPECT_EQ(scanned.tool("g").pointer, "static_cast<int (::app::S::*)(int) const>(&::app::S::g)");
  EXPECT_EQ(scanned.tool("h").pointer, "static_cast<int (::app::S::*)(int) &>(&::app::S::h)");
  EXPECT_EQ(scanned.tool("k").pointer, "static_cast<void (*)(int)>(&::app::k)");
  EXPECT_EQ(scanned.tool("m").pointer, "static_cast<void (*)(int)>(&::app::m)");
}

TEST(Functions, take_parameters_in_every_passing) {
  const Scanned scanned(R"(#include <stop_token>
    #include <string>
    namespace mcp { class Context; }
    using Context = mcp::Context;
    MCP_TOOL() void f(int a, const std::string& b, std::string&& c, std::string& d, Context& e, std::stop_token g,
                      const std::stop_token& h, std::stop_token&& i, int);)");
  const auto& p = scanned.tool().parameters;
  ASSERT_EQ(p.size(), 9U);
  EXPECT_EQ(p[0].passing, Passing::Value);
  EXPECT_EQ(p[1].passing, Passing::ConstReference);
  EXPECT_EQ(p[2].passing, Passing::RvalueReference);
  EXPECT_EQ(p[3].passing, Passing::MutableReference);
  EXPECT_EQ(p[3].injected, Injected::None);
  EXPECT_EQ(p[4].injected, Injected::Context);
  for (std::size_t i = 5; i < 8; ++i) EXPECT_EQ(p[i].injected, Injected::StopToken);
  EXPECT_EQ(p[8].name, "");
}

TEST(Functions, in_other_files_are_left_to_their_own_scan) {
  const Scanned scanned("#include \"a.hpp\"\nMCP_TOOL() int here();",
                        {.others = {{"a.hpp", "MCP_TOOL() int there();"}}, .also_named = {"a.hpp"}});
  EXPECT_EQ(scanned.diagnostics, "");
  EXPECT_EQ(scanned.result.declarations.tools.size(), 1U);
  EXPECT_EQ(scanned.tool().name, "here");
}

TEST(Functions, declared_in_a_named_header_and_defined_here_belong_to_the_header) {
  const Scanned scanned("#include \"a.hpp\"\nint f() { return 1; }",
                        {.others = {{"a.hpp", "MCP_TOOL() int f();"}}, .also_named = {"a.hpp"}});
  EXPECT_TRUE(scanned.result.declarations.tools.empty());
  EXPECT_EQ(scanned.diagnostics, "");
}

TEST(Files, may_be_headers_and_have_spaces_in_their_path) {
  const Scanned scanned("#pragma once\nMCP_TOOL() int f();", {.name = "a folder/a header.hpp"});
  EXPECT_EQ(scanned.diagnostics, "");
  EXPECT_EQ(scanned.tool().at, (Location{scanned.source, 2, 16, 1}));
}

TEST(Files, that_were_read_are_dependencies) {
  const Scanned scanned("#include <cstddef>\n#include \"a.hpp\"\n", {.others = {{"a.hpp", ""}}});
  const Strings& all = scanned.result.dependencies;
  EXPECT_TRUE(std::ranges::is_sorted(all));
  const auto has = [&](std::string_view end) {
    return std::ranges::any_of(all, [&](const std::string& file) { return file.ends_with(end); });
  };
  EXPECT_TRUE(has("snippet.cpp"));
  EXPECT_TRUE(has("/a.hpp"));
  EXPECT_TRUE(has("/cstddef"));
  EXPECT_TRUE(has("mcp/annotation_vocabulary.hpp"));
  EXPECT_FALSE(has("/stddef.h"));
}

TEST(Flags, that_clang_does_not_know_are_dropped) {
  const Scanned scanned("MCP_TOOL() int f(int a = VALUE);",
                        {.flags = {"-fno-such-thing", "-fconserve-stack", "-Wno-such-warning", "-Werror", "-Wall",
                                   "-pedantic-errors", "-DVALUE=3", "--param=ssp-buffer-size=4", "-O2", "-g3"}});
  EXPECT_EQ(scanned.diagnostics, "");
  EXPECT_EQ(scanned.tool().parameters[0].default_value->value, 3);
}

TEST(Flags, choose_the_language_standard) {
  constexpr auto kSnippet = "MCP_TOOL() int f(int a = __cplusplus > 202002L);";
  EXPECT_EQ(Scanned(kSnippet).tool().parameters[0].default_value->value, 0);
  EXPECT_EQ(Scanned(kSnippet, {.flags = {"-std=c++23"}}).tool().parameters[0].default_value->value, 1);
}

TEST(Bodies, are_not_the_business_of_the_scan) {
  const Scanned scanned("MCP_TOOL() int f() { return only_another_compiler_knows(); }");
  EXPECT_EQ(scanned.diagnostics, "");
  EXPECT_EQ(scanned.tool().name, "f");
}

TEST(Libcxx, is_recognised_where_it_is_installed) {
  if (!Scanned("#include <__config>\n", {.flags = {"-stdlib=libc++"}}).ok) GTEST_SKIP() << "no libc++ headers";
  const Scanned scanned("#include <string>\n#include <vector>\nMCP_TOOL() void f(std::vector<std::string> a);",
                        {.flags = {"-stdlib=libc++"}});
  EXPECT_EQ(scanned.tool().parameters[0].type.arguments.at(0).kind, declared::TypeKind::String);
}

}  // namespace scan_functions_test
}  // namespace mcpgen::test
