#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/dynamic.hpp>
#include <mcp/features.hpp>
#include <mcp/server.hpp>

#include "catalog/catalog.hpp"
#include "offered.hpp"

namespace mcp::protocol {
namespace catalog_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using testing_support::bare;
using testing_support::offered;

constexpr Revision kLegacy = Revision::V2025_11_25;
constexpr Revision kModern = Revision::V2026_07_28;

/// What a call that must throw std::invalid_argument says.
template <class F>
std::string refusal(F&& f) {
  try {
    f();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no refusal";
}

struct OfferedServer {
  const detail::ServerDescriptor descriptor = offered();
  Server server{descriptor};
  Catalog& catalog = server.catalog();

  std::string first(List list, Revision revision = kModern) const {
    const auto page = catalog.page(list, revision, std::nullopt);
    return page ? std::string(page->body) : "no page";
  }
  std::string at(List list, std::string_view cursor, Revision revision = kModern) const {
    const auto page = catalog.page(list, revision, cursor);
    return page ? std::string(page->body) : "no page";
  }
};

/// The cursor that a page names.
std::string next_cursor(std::string_view page) {
  constexpr std::string_view kKey = R"("nextCursor":")";
  const std::size_t at = page.find(kKey);
  if (at == page.npos) return {};
  const std::string_view rest = page.substr(at + kKey.size());
  return std::string(rest.substr(0, rest.find('"')));
}

DynamicTool tool_named(std::string name) {
  return {.name = std::move(name), .call = [](const nlohmann::json&, Context&) { return ToolResult("added"); }};
}

class Heard final : public ChangeListener {
 public:
  void list_changed(List list) override { lists.push_back(list); }
  void resource_updated(std::string_view uri) override { uris.emplace_back(uri); }

  std::vector<List> lists;
  std::vector<std::string> uris;
};

TEST(Catalog, finds_what_was_declared_by_name) {
  const OfferedServer own;
  EXPECT_EQ(own.catalog.find_tool("beta")->name, "beta");
  EXPECT_EQ(own.catalog.find_prompt("review")->handler, &testing_support::kOwned);
  EXPECT_EQ(own.catalog.find_tool("review"), nullptr);
  EXPECT_EQ(own.catalog.find_prompt("alpha"), nullptr);
  EXPECT_EQ(own.catalog.nearest(List::Tools, "bete"), "beta");
  EXPECT_EQ(own.catalog.nearest(List::Prompts, "revue"), "review");
}

TEST(Catalog, finds_a_resource_by_its_uri_before_any_template) {
  const OfferedServer own;
  const FoundResource found = own.catalog.find_resource("file:///fixed");
  ASSERT_TRUE(found);
  EXPECT_EQ(found.feature->name, "file:///fixed");
  EXPECT_EQ(found.feature->mime_type, "text/plain");
  EXPECT_EQ(found.feature->caching.ttl_ms, 1000U);
  EXPECT_TRUE(found.feature->caching.is_public);
  EXPECT_THAT(found.values, IsEmpty());
}

TEST(Catalog, finds_the_template_of_a_uri_and_the_values_of_its_variables) {
  const OfferedServer own;
  const FoundResource found = own.catalog.find_resource("file:///notes/a%20b");
  ASSERT_TRUE(found);
  EXPECT_EQ(found.feature->name, "file:///notes/{path}");
  EXPECT_EQ(found.feature->mime_type, "text/markdown");
  EXPECT_THAT(found.names, ElementsAre("path"));
  EXPECT_THAT(found.values, ElementsAre("a b"));
  EXPECT_FALSE(own.catalog.find_resource("http://elsewhere/"));
}

TEST(Catalog, tells_why_an_argument_is_not_completed) {
  using Of = detail::ListedCompletion::Of;
  using Outcome = FoundCompletion::Outcome;
  const OfferedServer own;
  const auto outcome = [&](Of of, std::string_view ref, std::string_view argument) {
    return own.catalog.find_completion(of, ref, argument).outcome;
  };
  EXPECT_EQ(outcome(Of::Prompt, "review", "path"), Outcome::Values);
  EXPECT_THAT(own.catalog.find_completion(Of::Prompt, "review", "path").values, ElementsAre("main.cpp", "test.cpp"));
  EXPECT_EQ(outcome(Of::Resource, "file:///notes/{path}", "path"), Outcome::Computed);
  EXPECT_EQ(own.catalog.find_completion(Of::Resource, "file:///notes/{path}", "path").computed->handler,
            &testing_support::kOwned);
  EXPECT_EQ(outcome(Of::Resource, "file:///{path}", "path"), Outcome::Nothing);
  EXPECT_EQ(outcome(Of::Resource, "file:///{path}", "name"), Outcome::UnknownArgument);
  EXPECT_EQ(outcome(Of::Resource, "file:///fixed", "path"), Outcome::UnknownArgument);
  EXPECT_EQ(outcome(Of::Prompt, "rewiew", "path"), Outcome::UnknownRef);
}

TEST(Catalog, knows_the_arguments_of_prompts_that_were_added) {
  using Of = detail::ListedCompletion::Of;
  using Outcome = FoundCompletion::Outcome;
  const OfferedServer own;
  own.server.prompts().add({.name = "greet",
                            .arguments = {{.name = "who"}},
                            .get = [](const std::map<std::string, std::string>&, Context&) { return PromptResult{}; }});
  EXPECT_EQ(own.catalog.find_completion(Of::Prompt, "greet", "who").outcome, Outcome::Nothing);
  EXPECT_EQ(own.catalog.find_completion(Of::Prompt, "greet", "arguments").outcome, Outcome::UnknownArgument);
}

TEST(Catalog, gives_every_handler_of_a_class_its_object) {
  OfferedServer own;
  testing_support::Librarian librarian;
  EXPECT_THAT(own.server.unbound(), HasSubstr("Librarian"));
  own.server.bind(librarian);
  EXPECT_EQ(own.server.unbound(), "");
  EXPECT_EQ(own.catalog.find_prompt("review")->object, &librarian);
  EXPECT_EQ(own.catalog.providers().front().object, &librarian);
  using Of = detail::ListedCompletion::Of;
  EXPECT_EQ(own.catalog.find_completion(Of::Resource, "file:///notes/{path}", "path").computed->object, &librarian);
  EXPECT_EQ(own.catalog.find_tool("alpha")->object, nullptr);
}

TEST(Catalog, finds_asked_types_of_all_sources) {
  const OfferedServer own;
  EXPECT_EQ(own.catalog.asked(&testing_support::kNote)->name, "Note");
  EXPECT_EQ(own.catalog.asked(&testing_support::kForm)->name, "Form");
  EXPECT_EQ(own.catalog.asked(&own), nullptr);
}

TEST(Catalog, lists_what_was_declared_without_touching_it) {
  const OfferedServer own;
  const auto page = own.catalog.page(List::Tools, kLegacy, std::nullopt);
  EXPECT_THAT(page->body, StartsWith(testing_support::kFirstTools));
  EXPECT_EQ(page->keep, nullptr);
  EXPECT_EQ(own.catalog.page(List::Tools, kLegacy, std::nullopt)->body.data(), page->body.data()) << "rendered once";
  const std::string cursor = next_cursor(page->body);
  EXPECT_EQ(own.at(List::Tools, cursor), testing_support::kLastTools);
  EXPECT_EQ(own.at(List::Tools, cursor + "0"), "no page");
  EXPECT_EQ(own.at(List::Tools, ""), "no page");
  EXPECT_EQ(own.first(List::Resources), testing_support::kFirstResources);
  EXPECT_EQ(own.first(List::ResourceTemplates), testing_support::kFirstTemplates);
  EXPECT_EQ(own.first(List::Prompts), testing_support::kFirstPrompts);
}

TEST(Catalog, hides_what_is_disabled_everywhere_until_it_is_enabled) {
  const OfferedServer own;
  const std::string cursor = next_cursor(own.first(List::Tools));
  own.server.tools().disable("alpha");
  EXPECT_EQ(own.catalog.find_tool("alpha"), nullptr);
  EXPECT_EQ(own.catalog.nearest(List::Tools, "alpa"), "");
  EXPECT_EQ(own.first(List::Tools), R"("tools":[{"name":"beta"},{"name":"gamma"}])");
  EXPECT_EQ(own.at(List::Tools, cursor), "no page");

  own.server.tools().enable("alpha");
  EXPECT_NE(own.catalog.find_tool("alpha"), nullptr);
  EXPECT_THAT(own.first(List::Tools), StartsWith(testing_support::kFirstTools));
  EXPECT_EQ(own.at(List::Tools, cursor), testing_support::kLastTools);
}

TEST(Catalog, hides_prompts_resources_and_templates_too) {
  using Outcome = FoundCompletion::Outcome;
  const OfferedServer own;
  own.server.prompts().disable("review");
  own.server.resources().disable("file:///fixed");
  own.server.resources().disable("file:///notes/{path}");
  EXPECT_EQ(own.catalog.find_prompt("review"), nullptr);
  EXPECT_EQ(own.catalog.find_completion(detail::ListedCompletion::Of::Prompt, "review", "path").outcome,
            Outcome::UnknownRef);
  EXPECT_EQ(own.catalog.find_resource("file:///fixed").feature->name, "file:///{path}");
  EXPECT_FALSE(own.catalog.find_resource("file:///notes/x"));
  EXPECT_EQ(own.first(List::Prompts), R"("prompts":[])");
  EXPECT_EQ(own.first(List::Resources), R"("resources":[])");
  EXPECT_EQ(own.first(List::ResourceTemplates),
            R"("resourceTemplates":[{"uriTemplate":"file:///{path}","name":"any"}])");
}

TEST(Catalog, lists_what_was_added_in_its_place_by_name_on_pages_of_the_same_size) {
  const OfferedServer own;
  own.server.tools().add(tool_named("aardvark"));
  own.server.tools().add(tool_named("between"));
  const std::string first = own.first(List::Tools);
  EXPECT_THAT(first, StartsWith(R"("tools":[{"name":"aardvark","inputSchema":{"type":"object"}},{"name":"alpha",)"));
  const std::string cursor = next_cursor(first);
  EXPECT_THAT(cursor, StartsWith("tools-"));
  const std::string second = own.at(List::Tools, cursor);
  EXPECT_THAT(second, StartsWith(R"("tools":[{"name":"beta"},{"name":"between",)"));
  EXPECT_EQ(own.at(List::Tools, next_cursor(second)), R"("tools":[{"name":"gamma"}])");
  EXPECT_STREQ(own.catalog.find_tool("between")->handler->name.data(), "between");
}

TEST(Catalog, refuses_cursors_of_a_list_that_changed_since) {
  const OfferedServer own;
  const std::string declared = next_cursor(own.first(List::Tools));
  own.server.tools().add(tool_named("aardvark"));
  const std::string old = next_cursor(own.first(List::Tools));
  ASSERT_NE(own.at(List::Tools, old), "no page");
  own.server.tools().add(tool_named("between"));
  EXPECT_EQ(own.at(List::Tools, old), "no page");
  EXPECT_EQ(own.at(List::Tools, declared), "no page");
}

TEST(Catalog, renders_a_changed_list_once_and_keeps_it_for_those_who_read) {
  const OfferedServer own;
  own.server.tools().disable("alpha");
  const auto before = own.catalog.page(List::Tools, kModern, std::nullopt);
  EXPECT_EQ(own.catalog.page(List::Tools, kModern, std::nullopt)->body.data(), before->body.data());
  own.server.tools().disable("beta");
  EXPECT_NE(own.catalog.page(List::Tools, kModern, std::nullopt)->body.data(), before->body.data());
  EXPECT_EQ(before->body, R"("tools":[{"name":"beta"},{"name":"gamma"}])");
}

TEST(Catalog, hides_what_was_removed_and_takes_its_name_again) {
  const OfferedServer own;
  own.server.tools().add(tool_named("delta"));
  const auto running = own.catalog.find_tool("delta");
  own.server.tools().remove("delta");
  EXPECT_EQ(own.catalog.find_tool("delta"), nullptr);
  EXPECT_THAT(own.first(List::Tools), StartsWith(testing_support::kFirstTools));
  EXPECT_EQ(running->name, "delta") << "a call may still run it";
  own.server.tools().add(tool_named("delta"));
  EXPECT_NE(own.catalog.find_tool("delta"), running);
}

TEST(Catalog, refuses_changes_of_what_is_not_there) {
  const OfferedServer own;
  EXPECT_EQ(refusal([&] { own.server.tools().disable("alhpa"); }),
            "mcp: the server has no tool \"alhpa\"; did you mean \"alpha\"?");
  EXPECT_EQ(refusal([&] { own.server.prompts().enable("x"); }), "mcp: the server has no prompt \"x\"");
  EXPECT_THAT(refusal([&] { own.server.resources().disable("file:///nowhere"); }),
              StartsWith("mcp: the server has no"));
  EXPECT_EQ(refusal([&] { own.server.tools().remove("unheard_of"); }), "mcp: the server has no tool \"unheard_of\"");
  EXPECT_EQ(refusal([&] { own.server.tools().remove("alpha"); }),
            "mcp: the tool \"alpha\" was declared, not added; disable() hides it");
}

TEST(Catalog, refuses_names_that_are_taken) {
  const OfferedServer own;
  EXPECT_THAT(refusal([&] { own.server.tools().add(tool_named("alpha")); }),
              StartsWith("mcp: the server has a tool \"alpha\" already"));
  own.server.tools().disable("alpha");
  EXPECT_THAT(refusal([&] { own.server.tools().add(tool_named("alpha")); }), HasSubstr("already"));
  own.server.tools().add(tool_named("delta"));
  EXPECT_THAT(refusal([&] { own.server.tools().add(tool_named("delta")); }), HasSubstr("already"));
}

TEST(Catalog, starts_lists_that_were_empty) {
  const detail::ServerDescriptor descriptor = bare();
  const Server server(descriptor);
  const Catalog& catalog = server.catalog();
  EXPECT_FALSE(catalog.grew(List::Tools));
  EXPECT_EQ(catalog.page(List::Tools, kModern, std::nullopt)->body, R"("tools":[])");
  server.tools().add(tool_named("delta"));
  EXPECT_TRUE(catalog.grew(List::Tools));
  EXPECT_FALSE(catalog.grew(List::Prompts));
  EXPECT_THAT(catalog.page(List::Tools, kModern, std::nullopt)->body, HasSubstr("delta"));
  server.tools().remove("delta");
  EXPECT_TRUE(catalog.grew(List::Tools));
}

TEST(Catalog, tells_listeners_of_every_change_and_of_nothing_else) {
  const OfferedServer own;
  const auto heard = std::make_shared<Heard>();
  own.catalog.listen(heard);
  own.server.tools().disable("alpha");
  own.server.tools().disable("alpha");
  own.server.prompts().disable("review");
  own.server.resources().disable("file:///{path}");
  own.server.tools().add(tool_named("delta"));
  own.server.tools().disable("delta");
  own.server.tools().remove("delta");
  refusal([&] { own.server.tools().disable("unknown"); });
  own.server.resource_updated("file:///fixed");
  EXPECT_THAT(heard->lists, ElementsAre(List::Tools, List::Prompts, List::Resources, List::Tools, List::Tools));
  EXPECT_THAT(heard->uris, ElementsAre("file:///fixed"));
}

TEST(Catalog, forgets_listeners_that_are_gone) {
  const OfferedServer own;
  own.catalog.listen(std::make_shared<Heard>());
  own.server.tools().disable("alpha");
  const auto heard = std::make_shared<Heard>();
  own.catalog.listen(heard);
  own.server.tools().enable("alpha");
  EXPECT_THAT(heard->lists, ElementsAre(List::Tools));
}

TEST(Catalog, goes_along_with_a_server_that_is_moved) {
  OfferedServer own;
  const ToolRegistry tools = own.server.tools();
  const Server moved = std::move(own.server);
  tools.disable("alpha");
  EXPECT_EQ(moved.catalog().find_tool("alpha"), nullptr);
}

TEST(Catalog, lists_are_whole_while_they_change) {
  const OfferedServer own;
  std::atomic<bool> done = false;
  std::thread changer([&] {
    for (int i = 0; i < 300; ++i) {
      own.server.tools().disable("beta");
      own.server.tools().add(tool_named("extra" + std::to_string(i)));
      own.server.tools().enable("beta");
      own.server.tools().remove("extra" + std::to_string(i));
    }
    done = true;
  });
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([&, i] {
      const auto revision = i == 0 ? kModern : kLegacy;
      while (!done) {
        const auto page = own.catalog.page(List::Tools, revision, std::nullopt);
        const std::string body(page->body);
        EXPECT_THAT(body, StartsWith(R"("tools":[{"name":"alpha",)"));
        EXPECT_NE(own.catalog.find_tool("gamma"), nullptr);
        const auto found = own.catalog.find_tool("extra7");
        EXPECT_TRUE(found == nullptr || found->name == "extra7");
        (void)own.catalog.find_resource("file:///notes/x");
      }
    });
  }
  changer.join();
  for (std::thread& reader : readers) reader.join();
  EXPECT_THAT(own.first(List::Tools), StartsWith(testing_support::kFirstTools));
}

}  // namespace catalog_test
}  // namespace mcp::protocol
