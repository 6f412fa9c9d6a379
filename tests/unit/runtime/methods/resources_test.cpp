// resources/read and resources/list: templates, what is not there, what functions list.
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/resource.hpp>

#include "asking.hpp"

namespace testing_support {}  // namespace testing_support

namespace mcp::protocol {
namespace resources_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;
using namespace testing_support;

std::string fixed(const Arguments&, Context&) { return "fixed"; }
std::string row(const Arguments& arguments, Context&) {
  if (arguments.text == "gone") throw NotFound("row gone");
  if (arguments.text == "tool") throw ToolError("no row today");
  if (arguments.text == "protocol") throw ProtocolError(-32603, "no database");
  if (arguments.text == "crash") throw std::runtime_error("the secret is 42");
  return arguments.text + ":" + std::to_string(arguments.count);
}
Task<std::string> later(const Arguments& arguments, Context&) { co_return "later " + arguments.text; }

std::vector<Resource> provided;
std::vector<Resource> list(const Arguments&, Context& ctx) {
  if (provided.size() == 1 && provided[0].uri == "ask:") (void)ctx.roots("roots");
  if (provided.size() == 1 && provided[0].uri == "throw:") throw std::runtime_error("the secret is 42");
  return provided;
}
std::vector<Resource> list_more(const Arguments&, Context&) { return {{.uri = "more:1", .name = "more {]\" \\"}}; }

constexpr detail::VersionedMembers kFixed[] = {{R"("uri":"note:///fixed","name":"fixed")"}};
constexpr detail::VersionedMembers kFixed2[] = {{R"("uri":"note:///fixed2","name":"fixed2")"}};
constexpr detail::ListedResource kResources[] = {
    {"note:///fixed", "fixed", "", "text/plain", &kWritten<fixed, detail::ResourceWriter>, {1000, true}, kFixed},
    {"note:///fixed2", "fixed2", "", "", &kWritten<fixed, detail::ResourceWriter>, {}, kFixed2}};
constexpr detail::ListedResource kTemplates[] = {
    {"later:///{text}", "later", "", "", &kWritten<later, detail::ResourceWriter>, {}},
    {"row:///{text}{?count}", "row", "", "text/plain", &kWritten<row, detail::ResourceWriter>, {}}};
constexpr detail::ResourceProvider kProviders[] = {{"list", &kWritten<list, detail::ResourceListWriter>},
                                                   {"list_more", &kWritten<list_more, detail::ResourceListWriter>}};
constexpr detail::VersionedMembers kCapabilities[] = {{R"("resources":{})"}};

struct Resources {
  explicit Resources(Revision revision = Revision::V2026_07_28, bool lists = false, bool empty = false)
      : own({},
            [=](detail::ServerDescriptor& descriptor) {
              if (!empty) descriptor.resources = kResources;
              descriptor.page_size = 1;
              descriptor.capabilities = kCapabilities;
              descriptor.resource_templates = kTemplates;
              if (lists) descriptor.resource_providers = kProviders;
            }),
        peer(own, revision) {}

  json read(std::string_view uri) { return peer.ask("resources/read", {{"uri", uri}}); }
  std::string text(std::string_view uri) {
    const json answer = read(uri);
    return answer.contains("result") ? test::ReadResult(answer.at("result")).text() : error_of(answer);
  }
  json page(const json& params = json::object()) { return peer.ask("resources/list", params); }
  /// Of the two that were declared.
  json second() { return page({{"cursor", page().at("result").at("nextCursor")}}); }

  AskingServer own;
  AskingPeer<> peer;
};

TEST(Resources, are_read_by_their_uri_or_a_template) {
  for (const std::string_view name : revision_names()) {
    Resources resources(*revision_named(name));
    EXPECT_EQ(resources.text("note:///fixed"), "fixed");
    EXPECT_EQ(resources.text("row:///a?count=7"), "a:7");
    EXPECT_EQ(resources.text("row:///a%20b"), "a b:3");
    EXPECT_EQ(resources.text("later:///x"), "later x");
    const json contents = resources.read("row:///a%20b").at("result").at("contents");
    EXPECT_EQ(contents, json::parse(R"([{"uri":"row:///a%20b","mimeType":"text/plain","text":"a b:3"}])"));
  }
}

TEST(Resources, say_how_long_they_may_be_kept_in_modern_answers_alone) {
  Resources modern;
  json result = modern.read("note:///fixed").at("result");
  EXPECT_EQ(result.at("ttlMs"), 1000);
  EXPECT_EQ(result.at("cacheScope"), "public");
  result = modern.read("row:///a").at("result");
  EXPECT_EQ(result.at("ttlMs"), 0);
  EXPECT_EQ(result.at("cacheScope"), "private");
  Resources legacy(Revision::V2025_11_25);
  EXPECT_FALSE(legacy.read("note:///fixed").at("result").contains("ttlMs"));
}

TEST(Resources, that_are_not_there_have_the_error_of_their_revision) {
  for (const std::string_view name : revision_names()) {
    SCOPED_TRACE(name);
    const Revision revision = *revision_named(name);
    const std::string code = is_modern(revision) ? "-32602" : "-32002";
    Resources resources(revision);
    json answer = resources.read("none:///\xC3\xA9\"");
    EXPECT_EQ(error_of(answer), code + " Resource not found: \"none:///\xC3\xA9\"\"");
    EXPECT_EQ(answer.at("error").at("data"), json({{"uri", "none:///\xC3\xA9\""}}));
    answer = resources.read("row:///gone");
    EXPECT_EQ(error_of(answer), code + " Resource not found: row gone");
    EXPECT_EQ(answer.at("error").at("data"), json({{"uri", "row:///gone"}}));
  }
}

TEST(Resources, fail_by_errors_of_the_protocol) {
  for (const Revision era : kEras) {
    Resources resources(era);
    EXPECT_EQ(resources.text("row:///tool"), "-32603 no row today");
    EXPECT_EQ(resources.text("row:///protocol"), "-32603 no database");
    EXPECT_THAT(resources.text("row:///crash"), AllOf(StartsWith("-32603 "), Not(HasSubstr("42"))));
    EXPECT_THAT(resources.peer.log.text(), HasSubstr("failed: the secret is 42"));
    const json many = resources.read("row:///a?count=many");
    EXPECT_THAT(error_of(many), HasSubstr(" Resource not found: $.count: expected integer, got \"many\""));
    EXPECT_EQ(many.at("error").at("data"), json({{"uri", "row:///a?count=many"}}));
    for (const json& params : {json::object(), json{{"uri", 1}}, json{{"uri", nullptr}}}) {
      EXPECT_EQ(error_of(resources.peer.ask("resources/read", params)),
                "-32602 Invalid params: uri must be the URI of a resource");
    }
  }
}

TEST(Resources, are_found_however_their_uri_is_encoded) {
  for (const Revision era : kEras) {
    Resources resources(era);
    EXPECT_EQ(resources.text("note:///f%69xed"), "fixed");
    EXPECT_EQ(resources.text("row:///gr\xC3\xB6\xC3\x9F"
                             "e \xE6\xBC\xA2"),
              "gr\xC3\xB6\xC3\x9F"
              "e \xE6\xBC\xA2:3");
    EXPECT_EQ(resources.text("row:///a b?count=7"), "a b:7");
    EXPECT_EQ(resources.text("row:///\"<>\\^`{|}"), "\"<>\\^`{|}:3");
    const json contents = resources.read("row:///a b").at("result").at("contents");
    EXPECT_EQ(contents.at(0).at("uri"), "row:///a b") << "as it was asked for";
    EXPECT_THAT(resources.text("row:///a/b"), HasSubstr("Resource not found"));
    EXPECT_THAT(resources.text("note:///fixed%2F"), HasSubstr("Resource not found"));
    resources.own.server.resources().add({.resource = {.uri = "odd:///%61%2f", .name = "odd"},
                                          .read = [](Context&) { return ResourceContents{.text = "odd"}; }});
    (void)resources.peer.take();
    for (const char* const uri : {"odd:///%61%2f", "odd:///a%2F", "odd:///a%2f"}) {
      EXPECT_EQ(resources.text(uri), "odd") << uri;
    }
    resources.own.server.resources().remove("odd:///%61%2f");
    (void)resources.peer.take();
    EXPECT_THAT(resources.text("odd:///a%2F"), HasSubstr("Resource not found"));
  }
}

TEST(Answers_to_retries, are_for_nobody_else) {
  Resources resources;
  for (const json& more : {json{{"inputResponses", json::object()}}, json{{"requestState", "garbage"}}}) {
    json params = more;
    params["uri"] = "note:///fixed";
    if (more.contains("inputResponses")) {
      const json read = resources.peer.ask("resources/read", params).at("result");
      EXPECT_EQ(read.at("ttlMs"), 0);
      EXPECT_EQ(read.at("cacheScope"), "private");
    }
    const json listed = resources.peer.ask("resources/list", more).at("result");
    const json found = resources.peer.ask("server/discover", more).at("result");
    for (const json& result : {listed, found}) {
      EXPECT_EQ(result.at("ttlMs"), 0) << result;
      EXPECT_EQ(result.at("cacheScope"), "private") << result;
    }
  }
}

// --- Lists.

std::vector<std::string> uris(const json& answer) {
  std::vector<std::string> all;
  for (const json& entry : answer.at("result").at("resources")) all.push_back(entry.at("uri"));
  return all;
}

TEST(ResourceLists, have_what_functions_list_behind_their_last_page) {
  provided = {{.uri = "note:///1", .name = "one"}};
  for (const std::string_view name : revision_names()) {
    Resources resources(*revision_named(name), true);
    const json first = resources.page();
    EXPECT_THAT(uris(first), testing::ElementsAre("note:///fixed"));
    const json second = resources.second();
    EXPECT_THAT(uris(second), testing::ElementsAre("note:///fixed2", "note:///1", "more:1"));
    EXPECT_FALSE(second.at("result").contains("nextCursor"));
    EXPECT_EQ(second.at("result").at("resources").at(2).at("name"), "more {]\" \\");
  }
}

TEST(ResourceLists, of_nothing_but_functions_have_no_stray_comma) {
  provided = {};
  Resources resources(Revision::V2026_07_28, true, true);
  EXPECT_THAT(uris(resources.page()), testing::ElementsAre("more:1"));
}

TEST(ResourceLists, are_private_where_functions_list) {
  provided = {};
  Resources with(Revision::V2026_07_28, true), without;
  for (const json& page : {with.page(), with.second()}) {
    EXPECT_EQ(page.at("result").at("cacheScope"), "private");
    EXPECT_EQ(page.at("result").at("ttlMs"), 0);
  }
  for (const json& page : {without.page(), without.second()}) {
    EXPECT_EQ(page.at("result").at("cacheScope"), "public");
  }
}

TEST(ResourceLists, of_many_entries_come_in_pages) {
  provided.clear();
  for (int i = 0; i < 250; ++i) provided.push_back({.uri = "n:" + std::to_string(i), .name = "{[\"]}"});
  for (const Revision era : kEras) {
    Resources resources(era, true);
    test::Client client(resources.own.server, {.revision = era});
    const std::vector<json> all = client.list_resources();
    ASSERT_THAT(all, SizeIs(2 + 250 + 1));
    std::set<std::string> seen;
    for (const json& entry : all) seen.insert(entry.at("uri").get<std::string>());
    EXPECT_THAT(seen, SizeIs(253));
    const json second = resources.second();
    EXPECT_THAT(uris(second), SizeIs(101)) << "the declared one, and a hundred";
    const json third = resources.page({{"cursor", second.at("result").at("nextCursor")}});
    EXPECT_THAT(uris(third), SizeIs(100));
    EXPECT_EQ(uris(third).front(), "n:100");
    const json fourth = resources.page({{"cursor", third.at("result").at("nextCursor")}});
    EXPECT_THAT(uris(fourth), SizeIs(51));
    EXPECT_FALSE(fourth.at("result").contains("nextCursor"));
  }
}

TEST(ResourceLists, go_on_behind_the_last_entry_whatever_came_or_went_before_it) {
  provided.clear();
  for (int i = 0; i < 250; ++i) provided.push_back({.uri = "n:" + std::to_string(i), .name = "n"});
  Resources resources(Revision::V2026_07_28, true);
  const json first = resources.second();
  EXPECT_EQ(uris(first).back(), "n:99");
  provided.erase(provided.begin(), provided.begin() + 50);
  provided.insert(provided.begin(), {.uri = "n:new", .name = "n"});
  const json next = resources.page({{"cursor", first.at("result").at("nextCursor")}});
  EXPECT_EQ(uris(next).front(), "n:100");
  EXPECT_EQ(uris(next).back(), "n:199");
  provided.clear();
  EXPECT_THAT(error_of(resources.page({{"cursor", next.at("result").at("nextCursor")}})), StartsWith("-32602"))
      << "the entry is gone: nobody knows what follows";
}

TEST(ResourceLists, come_to_an_end_although_their_entries_repeat) {
  provided.assign(250, {.uri = "n:1", .name = "n"});
  Resources resources(Revision::V2026_07_28, true);
  const json first = resources.second();
  const json next = resources.page({{"cursor", first.at("result").at("nextCursor")}});
  EXPECT_FALSE(next.at("result").contains("nextCursor"));
  provided.clear();
}

TEST(ResourceLists, refuse_cursors_that_nobody_gave) {
  provided = {{.uri = "n:1", .name = "n"}};
  for (const bool lists : {false, true}) {
    Resources resources(Revision::V2026_07_28, lists);
    for (const char* const cursor : {"third", "provided-", "provided-0", "provided-7", "provided-99999", "after ",
                                     "after n:2", "after n", "after n:1 ", "after \"", "AFTER n:1"}) {
      EXPECT_THAT(error_of(resources.page({{"cursor", cursor}})), StartsWith("-32602")) << cursor;
    }
    EXPECT_THAT(error_of(resources.page({{"cursor", 1}})), StartsWith("-32602"));
  }
}

TEST(ResourceLists, start_with_the_first_page_without_a_cursor_an_empty_one_or_null) {
  provided = {};
  for (const bool lists : {false, true}) {
    Resources resources(Revision::V2026_07_28, lists);
    for (const json& cursor : {json(""), json(nullptr)}) {
      EXPECT_EQ(uris(resources.page({{"cursor", cursor}})), uris(resources.page())) << cursor;
    }
  }
}

TEST(ResourceLists, fail_when_a_function_does) {
  Resources resources(Revision::V2026_07_28, true, true);
  provided = {{.uri = "throw:", .name = "n"}};
  EXPECT_THAT(error_of(resources.page()), AllOf(StartsWith("-32603 "), Not(HasSubstr("42"))));
  EXPECT_THAT(resources.peer.log.text(), HasSubstr("the secret is 42"));
  provided = {{.uri = "no uri", .name = "n"}};
  EXPECT_THAT(error_of(resources.page()), StartsWith("-32603 "));
  provided = {{.uri = "ask:", .name = "n"}};
  EXPECT_THAT(error_of(resources.page()), StartsWith("-32603 "));
  EXPECT_THAT(resources.peer.log.text(), HasSubstr("a completion or a list of resources cannot ask the client"));
  provided = {};
  EXPECT_THAT(uris(resources.page()), SizeIs(1)) << "and goes on";
}

}  // namespace resources_test
}  // namespace mcp::protocol
