// What the scan reads from the bodies of functions.
#include <mcp/asks.hpp>

#include "scanned.hpp"

namespace mcpgen::test {
namespace scan_bodies_test {

constexpr const char* kHeaders =
    "#include <mcp/completion.hpp>\n#include <mcp/context.hpp>\n#include <mcp/resource.hpp>\n#include <mcp/task.hpp>\n"
    "#include <string>\n#include <vector>\nstruct Yes { bool sure; };\n";

Scanned scanned(const std::string& snippet, const Options& options = {}) {
  return Scanned(kHeaders + snippet, options);
}

/// "Yes form, int", in the order of the text.
std::string asked(const Scanned& scan) {
  std::string all;
  for (const declared::Asked& each : scan.result.declarations.asked) {
    all +=
        (all.empty() ? "" : ", ") + each.cpp_name + (each.is_form ? " form" : "") + (each.is_stored ? " stored" : "");
  }
  return all;
}

std::string slugs(const Scanned& scan) {
  std::string all;
  for (const Diagnostic& each : scan.sink.all()) all += (all.empty() ? "" : " ") + each.slug;
  return all;
}

TEST(Bodies, show_the_types_that_functions_ask_for_and_keep) {
  EXPECT_EQ(asked(scanned(R"(
    namespace { struct Hidden { int a; }; }
    namespace app { struct Other { int b; }; }
    struct Server {
      void member(mcp::Context& ctx) { (void)ctx.elicit<Hidden>("a", "b"); }
    };
    void again(mcp::Context& ctx) { auto ask = [&] { return ctx.elicit<Yes>("a", "b"); }; (void)ask(); }
    void twice(mcp::Context& ctx) { (void)ctx.elicit<Yes>("a", "b"); }
    void several(mcp::Context& ctx) { (void)ctx.ask(mcp::form<app::Other>("a", "b"), mcp::list_roots("c")); }
    int keeps(mcp::Context& ctx) { return ctx.once("a", [] { return 3; }); }
    std::vector<std::string> keeps_more(mcp::Context& ctx) {
      return ctx.once("b", []() -> std::vector<std::string> { return {}; });
    })")),
            "::Hidden form, ::Yes form, ::app::Other form, int, ::std::vector<::std::string>");
}

TEST(Bodies, show_the_types_that_are_stored) {
  EXPECT_EQ(asked(scanned(R"(
    struct Basket { int items; };
    struct Both { bool sure; };
    mcp::StoredHandles<Basket> baskets;
    mcp::StoredHandles<Both> both;
    mcp::StoredHandles<Yes> unused;
    mcp::Handles<Both> in_memory;
    std::string make(mcp::Context& ctx) { return baskets.add({}, ctx); }
    void change(std::string id, mcp::Context& ctx) { baskets.update(id, ctx, [](Basket& basket) { ++basket.items; }); }
    bool sure(std::string id, mcp::Context& ctx) { return both.find(id, ctx)->sure; }
    void again(mcp::Context& ctx) { (void)in_memory.add(ctx.once("a", [] { return Both(); }), ctx); })")),
            "::Basket stored, ::Both");
}

TEST(Bodies, of_templates_count_as_often_as_they_are_instantiated) {
  EXPECT_EQ(asked(scanned(R"(
    struct No { bool sure; };
    template <class T> bool ask(mcp::Context& ctx) { return ctx.elicit<T>("a", "b")->sure; }
    template <class T> bool unused(mcp::Context& ctx) { return ctx.elicit<T>("a", "b")->sure; }
    bool f(mcp::Context& ctx) { return ask<Yes>(ctx) || ask<No>(ctx); })")),
            "::Yes form, ::No form");
}

TEST(Bodies, in_headers_of_the_user_are_read_too) {
  const Scanned scan = scanned(
      "#include \"helper.hpp\"\nbool f(mcp::Context& ctx) { return sure<Yes>(ctx); }",
      {.others = {
           {"helper.hpp",
            "#pragma once\n#include <mcp/context.hpp>\n"
            "template <class T> bool sure(mcp::Context& ctx) { return ctx.elicit<T>(\"a\", \"b\")->sure; }\n"}}});
  EXPECT_EQ(asked(scan), "::Yes form");
}

TEST(Bodies, tell_who_logs_and_who_starts_a_task) {
  const Scanned scan = scanned(R"(
    MCP_TOOL() void starts(mcp::Context& ctx) { ctx.start_task(); }
    MCP_TOOL() void logs(mcp::Context& ctx) { ctx.log(mcp::LogLevel::Info, "a"); }
    MCP_TOOL() void apart(mcp::Context& ctx);
    void apart(mcp::Context& ctx) { ctx.start_task(); })");
  EXPECT_TRUE(scan.result.declarations.logs);
  EXPECT_TRUE(scan.tool("starts").starts_task);
  EXPECT_FALSE(scan.tool("logs").starts_task);
  EXPECT_TRUE(scan.tool("apart").starts_task);
  EXPECT_FALSE(scanned("MCP_TOOL() void f(mcp::Context& ctx) { ctx.progress(1); }").result.declarations.logs);
}

TEST(Bodies, tell_what_is_asked_there_and_by_whom_the_context_is_handed_to) {
  const Scanned scan = scanned(R"(
    template <class T> bool sure(mcp::Context& ctx) { return ctx.elicit<T>("a", "b")->sure; }
    void pay(int, mcp::Context& ctx) { (void)ctx.elicit_url("u", "Pay", "https://example.org/"); }
    void ping(int n, mcp::Context& ctx);
    void pong(int n, mcp::Context& ctx) { if (n > 0) ping(n - 1, ctx); else (void)ctx.roots("r"); }
    void ping(int n, mcp::Context& ctx) { pong(n, ctx); }
    void other() {}
    MCP_TOOL() void nothing(mcp::Context& ctx) { ctx.progress(1); other(); }
    MCP_TOOL() void form(mcp::Context& ctx) { (void)sure<Yes>(ctx); }
    MCP_TOOL() void url(mcp::Context& ctx) { auto go = [&] { pay(1, ctx); }; go(); }
    MCP_TOOL() void roots(mcp::Context& ctx) { ping(3, ctx); }
    MCP_TOOL() void several(mcp::Context& ctx) {
      (void)ctx.ask(mcp::form<Yes>("a", "b"), mcp::open_url("c", "d", "https://example.org/"));
    }
    MCP_TOOL() void model(mcp::Context& ctx) { (void)ctx.sample("s", {}); }
    MCP_TOOL() void careful(mcp::Context& ctx) { if (ctx.client().takes_forms) (void)sure<Yes>(ctx); }
    MCP_TOOL() void named(mcp::Context& ctx) { if (!ctx.client().name.empty()) (void)sure<Yes>(ctx); })");
  EXPECT_EQ(scan.tool("careful").asks, 0U) << "it looks first";
  EXPECT_EQ(scan.tool("named").asks, mcp::detail::kAsksForms) << "that is no look at what it can do";
  EXPECT_EQ(scan.tool("nothing").asks, 0U);
  EXPECT_EQ(scan.tool("form").asks, mcp::detail::kAsksForms);
  EXPECT_EQ(scan.tool("url").asks, mcp::detail::kAsksUrls);
  EXPECT_EQ(scan.tool("roots").asks, mcp::detail::kAsksRoots);
  EXPECT_EQ(scan.tool("several").asks, mcp::detail::kAsksForms | mcp::detail::kAsksUrls);
  EXPECT_EQ(scan.tool("model").asks, mcp::detail::kAsksModel);
}

TEST(Bodies, may_be_wrong_without_a_word) {
  const Scanned scan = scanned(R"(
    MCP_TOOL() int f(mcp::Context& ctx) { return not_declared + ctx.elicit<Yes>("a", "b")->sure + ctx.nothing(); }
    MCP_TOOL() int g() { static_assert(false); return std::string(); }
    template <class T> int h(T t) { return t.nothing; }
    MCP_TOOL() int i() { return h(3); })");
  EXPECT_EQ(scan.diagnostics, "");
  EXPECT_EQ(scan.result.declarations.tools.size(), 3U);
  EXPECT_NE(scanned("MCP_TOOL() int f() { if (true) { return 1; }\nMCP_TOOL() int g();").diagnostics, "")
      << "a brace that is missing swallows what follows";
  EXPECT_NE(scanned("MCP_TOOL() Unknown f() { return 1; }").diagnostics, "") << "that is no body";
}

TEST(Bodies, hold_no_annotations) {
  EXPECT_EQ(slugs(scanned("void f() { struct S { MCP_TOOL() int g() { return 1; } }; }")), "tool-local");
  EXPECT_EQ(slugs(scanned("void f() { MCP_SERVER(.name = \"s\"); }")), "misplaced-annotation");
  EXPECT_EQ(slugs(scanned("void f() { struct S { MCP_FIELD(.minimum = 1) int a; }; }")), "");
}

TEST(QuestionLints, want_keys_that_are_found_again) {
  EXPECT_EQ(slugs(scanned(R"(
    using namespace std::string_view_literals;
    constexpr const char* kKey = "k";
    void f(mcp::Context& ctx) {
      (void)ctx.roots("a");
      (void)ctx.roots("b"sv);
      (void)ctx.roots(std::string("c"));
      (void)ctx.roots(kKey);
      for (int i = 0; i < 3; ++i) (void)ctx.roots(mcp::key("d", i));
      (void)ctx.ask(mcp::list_roots("e"), mcp::form<Yes>("f", "g"));
      ctx.once("a", [] { return 1; });
    })")),
            "");
  EXPECT_EQ(slugs(scanned("void f(mcp::Context& ctx, std::string key) { (void)ctx.roots(key); }")), "computed-key");
  EXPECT_EQ(slugs(scanned("void f(mcp::Context& ctx) { (void)ctx.roots(std::string(\"a\") + \"b\"); }")),
            "computed-key");
  EXPECT_EQ(
      slugs(scanned("void f(mcp::Context& ctx, const std::string& key) { (void)ctx.ask(mcp::list_roots(key)); }")),
      "computed-key");
  EXPECT_EQ(slugs(scanned("void f(mcp::Context& ctx) { (void)ctx.roots(\"a\"); (void)ctx.roots(\"a\"); }")),
            "duplicate-key");
  EXPECT_EQ(slugs(scanned("void f(mcp::Context& ctx) { (void)ctx.roots(\"a\"); }"
                          "void g(mcp::Context& ctx) { (void)ctx.roots(\"a\"); }")),
            "");
  EXPECT_EQ(slugs(scanned("void f(mcp::Context& ctx) {"
                          "  (void)ctx.ask(mcp::list_roots(\"a\"), mcp::form<Yes>(\"a\", \"b\")); }")),
            "duplicate-key");
  EXPECT_EQ(slugs(scanned("template <class T> void ask(mcp::Context& ctx) { (void)ctx.elicit<T>(\"a\", \"b\"); }"
                          "struct No { int a; };"
                          "void f(mcp::Context& ctx) { ask<Yes>(ctx); ask<No>(ctx); }")),
            "");
}

TEST(QuestionLints, know_who_would_swallow_a_question) {
  const auto within = [](const std::string& handlers) {
    return slugs(scanned("int f(mcp::Context& ctx) { try { return ctx.roots(\"a\").size(); } " + handlers + " }"));
  };
  EXPECT_EQ(within("catch (...) { return 0; }"), "swallowed-question");
  EXPECT_EQ(within("catch (const std::exception&) { return 1; } catch (...) { return 0; }"), "swallowed-question");
  EXPECT_EQ(within("catch (...) { if (ctx.cancelled()) return 0; throw; }"), "");
  EXPECT_EQ(within("catch (const std::exception&) { return 0; }"), "");
  EXPECT_EQ(slugs(scanned("void f(mcp::Context& ctx) { try { ctx.progress(1); } catch (...) {} }")), "");
}

TEST(QuestionLints, know_where_none_may_stand) {
  EXPECT_EQ(slugs(scanned("void f(mcp::Context& ctx) noexcept { (void)ctx.roots(\"a\"); }")), "noexcept-question");
  EXPECT_EQ(slugs(scanned("void f(mcp::Context& ctx) { [&]() noexcept { (void)ctx.roots(\"a\"); }(); }")),
            "noexcept-question");
  EXPECT_EQ(slugs(scanned("mcp::Task<> f(mcp::Context& ctx) noexcept { (void)ctx.roots(\"a\"); co_return; }")), "");
  EXPECT_EQ(slugs(scanned("void f(mcp::Context& ctx) noexcept(false) { (void)ctx.roots(\"a\"); }")), "");
  EXPECT_EQ(slugs(scanned("void f(mcp::Context& ctx) noexcept { ctx.start_task(); }")), "");
  EXPECT_EQ(slugs(scanned("MCP_RESOURCE_LIST() std::vector<mcp::Resource> f(mcp::Context& ctx) {"
                          "  (void)ctx.roots(\"a\"); ctx.start_task(); return {}; }")),
            "misplaced-question misplaced-question");
  EXPECT_EQ(slugs(scanned("MCP_COMPLETE(.prompt = \"p\", .argument = \"a\")"
                          "mcp::Completion f(std::string typed, mcp::Context& ctx) {"
                          "  (void)ctx.elicit<Yes>(\"a\", \"b\"); ctx.log(mcp::LogLevel::Info, typed); return {}; }")),
            "misplaced-question");
}

}  // namespace scan_bodies_test
}  // namespace mcpgen::test
