#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <stdexcept>

#include <mcp/codec/filesystem.hpp>
#include <mcp/codec/object.hpp>
#include <mcp/codec/pointers.hpp>
#include <mcp/generated_support.hpp>
#include <mcp/mcp.hpp>

#include "judged_peer.hpp"
#include "methods/dispatcher.hpp"
#include "peer.hpp"
#include "scheduling/executor.hpp"

namespace {

struct Point {
  double x = 0;
};

struct Throws {};

struct Ring {
  std::shared_ptr<Ring> next;
};

}  // namespace

#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace mcp {

template <>
struct codec<Point> : detail::ObjectCodec<Point> {
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(Point::x)>("\"x\":", __builtin_offsetof(Point, x))};
  static constexpr detail::Object kObject{kMembers, 1};
};
template <>
struct codec<Throws> {
  static void encode(const Throws&, Writer& to) {
    to.raw('"');
    throw std::runtime_error("the secret is 42");
  }
};
template <>
struct codec<Ring>;
template <>
struct codec<Ring> : detail::ObjectCodec<Ring> {
  static constexpr detail::Member kMembers[] = {
      detail::optional<decltype(Ring::next)>("\"next\":", __builtin_offsetof(Ring, next))};
  static constexpr detail::Object kObject{kMembers, 1};
};

namespace {

using testing::HasSubstr;
using testing::Not;

/// The members of the result of a tool that returns `value`.
template <class R>
std::string written(const R& value, Revision revision = Revision::V2026_07_28) {
  Writer writer;
  Context context{std::stop_token()};
  detail::Invocation call(context, writer, revision);
  detail::write_result<R>(call, value);
  EXPECT_EQ(writer.path, nullptr);
  if (writer.failed()) return "failed: " + writer.failure();
  EXPECT_TRUE(json::accept('{' + std::string(writer.view()) + '}')) << writer.view();
  return std::string(writer.view());
}

std::string content(const std::string& blocks) { return "\"content\":[" + blocks + "]"; }

Bytes bytes(std::string_view text) {
  Bytes result;
  for (const char c : text) result.push_back(static_cast<std::byte>(c));
  return result;
}

constexpr Revision kRevisions[] = {Revision::V2024_11_05, Revision::V2025_03_26, Revision::V2025_06_18,
                                   Revision::V2025_11_25, Revision::V2026_07_28};

TEST(Results, texts_of_every_type_are_one_block) {
  const std::string block = content(R"({"type":"text","text":"a\"b"})");
  EXPECT_EQ(written(std::string("a\"b")), block);
  EXPECT_EQ(written(std::string_view("a\"b")), block);
  EXPECT_EQ(written<const char*>("a\"b"), block);
  EXPECT_EQ(written(std::filesystem::path("a\"b")), block);
  EXPECT_EQ(written(Text{.text = "a\"b"}), block);
  EXPECT_EQ(written<const char*>(nullptr), "failed: $ is a null pointer");
  EXPECT_EQ(written(std::string("\xff")), "failed: $ is not valid UTF-8");
}

TEST(Results, images_and_sound_are_base64) {
  EXPECT_EQ(written(Image{.data = bytes("foob"), .mime_type = "image/png"}),
            content(R"({"type":"image","data":"Zm9vYg==","mimeType":"image/png"})"));
  const Audio audio{.data = bytes("foo"), .mime_type = "audio/wav", .annotations = {.priority = 1}};
  for (const Revision revision : kRevisions) {
    EXPECT_EQ(
        written(audio, revision),
        revision == Revision::V2024_11_05
            ? content(R"({"type":"resource","resource":{"uri":"audio:///0","mimeType":"audio/wav","blob":"Zm9v"},)"
                      R"("annotations":{"priority":1}})")
            : content(R"({"type":"audio","data":"Zm9v","mimeType":"audio/wav","annotations":{"priority":1}})"));
  }
  EXPECT_EQ(written(Image{.data = {}, .mime_type = ""}), "failed: $.content[0].mimeType is empty");
}

TEST(Results, links_are_texts_where_links_are_unknown) {
  const ResourceLink link{.uri = "file:///a%20b",
                          .name = "a b",
                          .title = "Title",
                          .description = "What it is",
                          .mime_type = "text/plain",
                          .size = 5,
                          .annotations = {.audience = {Role::User}}};
  for (const Revision revision : kRevisions) {
    EXPECT_EQ(
        written(link, revision),
        revision < Revision::V2025_06_18
            ? content(
                  R"({"type":"text","text":"Title: file:///a%20b\nWhat it is","annotations":{"audience":["user"]}})")
            : content(R"({"type":"resource_link","uri":"file:///a%20b","name":"a b","title":"Title",)"
                      R"("description":"What it is","mimeType":"text/plain","size":5,)"
                      R"("annotations":{"audience":["user"]}})"));
  }
  EXPECT_EQ(written(ResourceLink{.uri = "a:b", .name = "n"}, Revision::V2024_11_05),
            content(R"({"type":"text","text":"n: a:b"})"));
  for (const Revision revision : kRevisions) {
    EXPECT_EQ(written(ResourceLink{.uri = "a b", .name = "n"}, revision),
              "failed: $.content[0].uri is not a URI (RFC 3986)");
  }
}

TEST(Results, embedded_resources_hold_a_text_or_a_blob) {
  EXPECT_EQ(written(EmbeddedResource{
                .uri = "a:b", .mime_type = "text/plain", .text = "", .annotations = {.audience = {Role::Assistant}}}),
            content(R"({"type":"resource","resource":{"uri":"a:b","mimeType":"text/plain","text":""},)"
                    R"("annotations":{"audience":["assistant"]}})"));
  EXPECT_EQ(written(EmbeddedResource{.uri = "a:b", .blob = bytes("f")}, Revision::V2024_11_05),
            content(R"({"type":"resource","resource":{"uri":"a:b","blob":"Zg=="}})"));
  EXPECT_EQ(written(EmbeddedResource{.uri = "a:b"}), "failed: $.content[0].resource has neither a text nor a blob");
  EXPECT_EQ(written(EmbeddedResource{.uri = "a:b", .text = "", .blob = Bytes()}),
            "failed: $.content[0].resource has both a text and a blob");
  EXPECT_EQ(written(EmbeddedResource{.uri = "", .text = ""}),
            "failed: $.content[0].resource.uri is not a URI (RFC 3986)");
}

TEST(Results, annotations_follow_the_revision_and_their_rules) {
  Text text{.text = "t",
            .annotations = {
                .audience = {Role::User, Role::Assistant}, .priority = 0.5, .last_modified = "2026-01-31T12:00:00Z"}};
  for (const Revision revision : kRevisions) {
    EXPECT_EQ(written(text, revision),
              content(R"({"type":"text","text":"t","annotations":{"audience":["user","assistant"],"priority":0.5)" +
                      std::string(revision < Revision::V2025_06_18 ? "" : R"(,"lastModified":"2026-01-31T12:00:00Z")") +
                      "}}"));
  }
  text.annotations = {.last_modified = "2026-01-31T12:00:00Z"};
  EXPECT_EQ(written(text, Revision::V2025_03_26), content(R"({"type":"text","text":"t"})"));
  for (const double priority : {-0.1, 1.1, std::nan(""), std::numeric_limits<double>::infinity()}) {
    text.annotations = {.priority = priority};
    EXPECT_EQ(written(text), "failed: $.content[0].annotations.priority is not between 0 and 1");
  }
  text.annotations = {.last_modified = "yesterday"};
  EXPECT_EQ(written(text), "failed: $.content[0].annotations.lastModified is not a date-time of RFC 3339");
  text.annotations = {.audience = {static_cast<Role>(7)}};
  EXPECT_EQ(written(text), "failed: $.content[0].annotations.audience is not a role");
}

TEST(Results, blocks_come_in_lists_and_variants) {
  const std::string two = content(R"({"type":"text","text":"a"},{"type":"text","text":"b"})");
  EXPECT_EQ(written(std::vector<Text>{{.text = "a"}, {.text = "b"}}), two);
  EXPECT_EQ(written(std::array<Text, 2>{Text{.text = "a"}, Text{.text = "b"}}), two);
  EXPECT_EQ(written(std::vector<Content>{Text{.text = "a"}, Text{.text = "b"}}), two);
  EXPECT_EQ(written(std::vector<std::variant<Image, Text>>{Text{.text = "a"}, Text{.text = "b"}}), two);
  EXPECT_EQ(written(std::variant<Text, std::vector<Text>>(std::vector<Text>{{.text = "a"}, {.text = "b"}})), two);
  EXPECT_EQ(written(Content(Text{.text = "a"})), content(R"({"type":"text","text":"a"})"));
  EXPECT_EQ(written(std::optional<Text>()), content(""));
  EXPECT_EQ(written(std::vector<Content>()), content(""));
  EXPECT_EQ(written(std::vector<Content>{Text{.text = "a"}, Text{.text = "\xff"}}),
            "failed: $.content[1].text is not valid UTF-8");
  EXPECT_THAT(written(std::vector<Content>{Text{.text = "a"}, Audio{.data = {}, .mime_type = "audio/wav"}},
                      Revision::V2024_11_05),
              HasSubstr("audio:///1"));
}

TEST(Results, values_are_structured) {
  EXPECT_EQ(written(Point{1.5}), R"("content":[{"type":"text","text":"{\"x\":1.5}"}],"structuredContent":{"x":1.5})");
  EXPECT_EQ(written(5, Revision::V2025_03_26), content(R"({"type":"text","text":"{\"result\":5}"})"));
  EXPECT_EQ(written(std::map<std::string, int>{{"a", 1}}),
            R"("content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1})");
  const int grid[2][1] = {{1}, {2}};
  EXPECT_THAT(written(grid), HasSubstr(R"("structuredContent":{"result":[[1],[2]]})"));
}

TEST(ToolResults, say_all_that_a_result_can_say) {
  EXPECT_EQ(written(ToolResult()), content(""));
  EXPECT_EQ(written(ToolResult("a")), content(R"({"type":"text","text":"a"})"));
  EXPECT_EQ(written(ToolResult(Text{.text = "a"}).add("b").add(std::string("c")).add(Text{.text = "d"})),
            content(R"({"type":"text","text":"a"},{"type":"text","text":"b"},{"type":"text","text":"c"},)"
                    R"({"type":"text","text":"d"})"));
  EXPECT_EQ(written(ToolResult::failure("no")), content(R"({"type":"text","text":"no"})") + R"(,"isError":true)");
  ToolResult built;
  built.add("a").fail();
  built.structure({{"n", 1}});
  EXPECT_EQ(written(built),
            content(R"({"type":"text","text":"a"})") + R"(,"structuredContent":{"n":1},"isError":true)");
  EXPECT_EQ(written(built.fail(false), Revision::V2025_03_26), content(R"({"type":"text","text":"a"})"));
  EXPECT_EQ(built.content().size(), 1U);
  EXPECT_EQ(*built.structured_content(), json({{"n", 1}}));
  const ToolResult from_content = std::vector<Content>{Text{.text = "a"}};
  EXPECT_EQ(from_content.content().size(), 1U);
  const ToolResult from_block = Content(Text{.text = "a"});
  EXPECT_EQ(from_block.content().size(), 1U);
  EXPECT_EQ(from_block.structured_content(), nullptr);
}

TEST(ToolResults, have_a_text_copy_of_structured_content_without_blocks) {
  const auto result = ToolResult().structure({{"a", "\""}});
  const std::string copy = content(R"({"type":"text","text":"{\"a\":\"\\\"\"}"})");
  for (const Revision revision : kRevisions) {
    EXPECT_EQ(written(result, revision),
              copy + (revision < Revision::V2025_06_18 ? "" : R"(,"structuredContent":{"a":"\""})"));
  }
}

TEST(ToolResults, wrap_structured_content_that_is_no_object_for_older_clients) {
  const auto result = ToolResult("a").structure(json::array({1, 2}));
  const std::string block = content(R"({"type":"text","text":"a"})");
  EXPECT_EQ(written(result, Revision::V2024_11_05), block);
  EXPECT_EQ(written(result, Revision::V2025_06_18), block + R"(,"structuredContent":{"result":[1,2]})");
  EXPECT_EQ(written(result, Revision::V2026_07_28), block + R"(,"structuredContent":[1,2])");
  EXPECT_EQ(written(ToolResult().structure(json(nullptr))),
            content(R"({"type":"text","text":"null"})") + R"(,"structuredContent":null)");
}

TEST(ToolResults, fail_for_what_json_cannot_carry) {
  EXPECT_EQ(written(ToolResult().structure({{"a", std::nan("")}})),
            "failed: $.structuredContent.a is not a finite number");
  EXPECT_EQ(written(ToolResult("\xff").structure({{"a", std::nan("")}})),
            "failed: $.content[0].text is not valid UTF-8");
}

TEST(ResultOf, holds_a_value_or_a_failure) {
  const auto half = [](int n) -> Result<int> {
    if (n % 2 != 0) return Failure{"odd"};
    return n / 2;
  };
  EXPECT_EQ(half(4).value(), 2);
  EXPECT_EQ(*half(4), 2);
  EXPECT_TRUE(half(4));
  EXPECT_EQ(half(4).error(), "");
  EXPECT_FALSE(half(3).has_value());
  EXPECT_EQ(half(3).error(), "odd");
  EXPECT_THROW(static_cast<void>(half(3).value()), ToolError);
  Result<std::unique_ptr<int>> pointer = std::make_unique<int>(5);
  EXPECT_EQ(**pointer, 5);
  EXPECT_EQ(*std::move(pointer).value(), 5);
  const Result<std::string> text = "a";
  EXPECT_EQ(text->size(), 1U);
  const auto checked = [](bool good) -> Result<void> {
    if (!good) return Failure{"bad"};
    return {};
  };
  EXPECT_TRUE(checked(true).has_value());
  EXPECT_NO_THROW(checked(true).value());
  EXPECT_EQ(checked(false).error(), "bad");
  EXPECT_THROW(checked(false).value(), ToolError);
}

TEST(ResultOf, is_written_as_its_value) {
  EXPECT_EQ(written(Result<std::string>("a")), content(R"({"type":"text","text":"a"})"));
  EXPECT_EQ(written(Result<Point>(Point{1})), written(Point{1}));
  EXPECT_EQ(written(Result<Text>(Text{.text = "a"})), content(R"({"type":"text","text":"a"})"));
  EXPECT_EQ(written(Result<std::vector<Content>>(std::vector<Content>())), content(""));
  EXPECT_EQ(written(Result<ToolResult>(ToolResult("a"))), content(R"({"type":"text","text":"a"})"));
  EXPECT_EQ(written(Result<void>()), content(""));
  EXPECT_THROW(written(Result<int>(Failure{"no"})), ToolError);
  EXPECT_THROW(written(Result<void>(Failure{"no"})), ToolError);
}

// ---- as a client sees it ----

template <auto function>
struct Tool {
  struct McpArguments {};
  static constexpr detail::Object kMcpArguments = {nullptr, 0};
  static void mcp_call(void*, void*, detail::Invocation& call) {
    detail::answer(call, [&]() -> decltype(auto) { return function(); });
  }
};

Result<int> failing() { return Failure{"caf\xE9 is closed"}; }
Result<void> fine() { return {}; }
Image bad_image() { return {.data = {}, .mime_type = "image/png", .annotations = {.priority = 2}}; }
Throws throwing() { return {}; }
std::vector<std::shared_ptr<Ring>> endless() {
  static const auto ring = [] {
    auto made = std::make_shared<Ring>();
    made->next = std::shared_ptr<Ring>(std::shared_ptr<Ring>(), made.get());
    return made;
  }();
  return {ring};
}
ToolResult half_written() { return ToolResult("fine").add(Text{.text = "\xff"}); }

constexpr detail::Handler kTools[] = {
    detail::make_handler<Tool<&bad_image>>("bad_image", nullptr, false),
    detail::make_handler<Tool<&endless>>("endless", nullptr, false),
    detail::make_handler<Tool<&failing>>("failing", nullptr, false),
    detail::make_handler<Tool<&fine>>("fine", nullptr, false),
    detail::make_handler<Tool<&half_written>>("half_written", nullptr, false),
    detail::make_handler<Tool<&throwing>>("throwing", nullptr, false),
};

constexpr detail::VersionedMembers kCapabilities[] = {{R"("tools":{})"}};

constexpr detail::VersionedMembers kInfo[] = {{R"("name":"results","version":"1")"}};

struct Client {
  Client() {
    for (const detail::Handler& tool : kTools) listed.push_back({tool.name, "", "", &tool});
    descriptor.name = "results";
    descriptor.info = kInfo;
    descriptor.tools = listed;
    descriptor.capabilities = kCapabilities;
  }

  std::string call(std::string_view tool) {
    Server server(descriptor);
    protocol::ManualTimers timers;
    const protocol::Dispatcher dispatcher(server, {.limits = limits}, log, timers);
    protocol::InlineExecutor executor;
    testing_support::JudgedPeer peer(dispatcher, executor);
    peer.exchange(testing_support::initialize("2025-11-25"));
    return peer.exchange(testing_support::call("1", tool)).at(0);
  }

  std::vector<detail::ListedTool> listed;
  detail::ServerDescriptor descriptor{};
  Limits limits;
  testing_support::KeptLog log;
};

std::string error_result(std::string_view text) {
  return R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":")" + std::string(text) +
         R"("}],"isError":true}})";
}

TEST(Results, that_cannot_be_written_are_clean_tool_errors) {
  Client client;
  EXPECT_EQ(client.call("failing"), error_result("caf\xEF\xBF\xBD is closed"));
  EXPECT_EQ(client.call("fine"), R"({"jsonrpc":"2.0","id":1,"result":{"content":[]}})");
  EXPECT_EQ(client.call("bad_image"),
            error_result("The tool's result cannot be written as JSON: $.content[0].annotations.priority is not "
                         "between 0 and 1"));
  EXPECT_EQ(client.call("half_written"),
            error_result("The tool's result cannot be written as JSON: $.content[1].text is not valid UTF-8"));
  EXPECT_THAT(client.call("endless"), HasSubstr("is nested deeper than 1024 levels\"}],\"isError\":true"));
  EXPECT_EQ(client.call("throwing"), error_result("The tool failed; the server's log has the detail."));
  EXPECT_THAT(client.log.text(), HasSubstr("the secret is 42"));
  EXPECT_EQ(client.call("fine"), R"({"jsonrpc":"2.0","id":1,"result":{"content":[]}})") << "nothing is left behind";
}

}  // namespace
}  // namespace mcp
