// What clients are told of changes over HTTP.
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/dynamic.hpp>

#include "http/world.hpp"

namespace mcp::protocol::http {
namespace listen_test {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A request to listen.
Sent listen(const std::string& filter, const std::string& id = "1", const char* peer = "10.0.0.1") {
  Sent sent{.body = request(id, "subscriptions/listen", with_meta(R"("notifications":)" + filter)),
            .version = "2026-07-28",
            .method = "subscriptions/listen"};
  sent.peer = peer;
  return sent;
}

std::string event_of(std::string_view message) { return "data: " + std::string(message) + "\n\n"; }

std::string about(std::string_view id) {
  return R"("_meta":{"io.modelcontextprotocol/subscriptionId":)" + std::string(id) + "}";
}

std::string acknowledged(std::string_view id, std::string_view filter) {
  return event_of(R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{)" + about(id) +
                  R"(,"notifications":)" + std::string(filter) + "}}");
}

std::string tools_changed(std::string_view id) {
  return event_of(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{)" + about(id) + "}}");
}

const std::string kEnded = event_of(
    R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":1,)"
    R"("io.modelcontextprotocol/serverInfo":{"name":"fixture","version":"1.2.3"}}}})");
constexpr std::string_view kLegacyChange = R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})";

void add_note(const Server& server, const std::string& uri) {
  server.resources().add(
      {.resource = {.uri = uri, .name = "note"}, .read = [](Context&) { return ResourceContents{.text = "hello"}; }});
}

/// What a client reads after everything that was posted has run.
std::string read(World& world, Client& client) {
  world.loop.run();
  world.far_loop.run();
  return client.paper.take();
}

TEST(ExchangeListen, opens_a_stream_that_stays_open) {
  World world;
  const auto client = world.client();
  EXPECT_EQ(world.take(*client, listen(R"({"toolsListChanged":true,"promptsListChanged":true})")),
            "[stream]" + acknowledged("1", R"({"toolsListChanged":true})"));
  world.server.tools().disable("add");
  EXPECT_EQ(read(world, *client), tools_changed("1"));
  world.server.tools().enable("add");
  world.server.tools().disable("add");
  EXPECT_EQ(read(world, *client), tools_changed("1"));
  EXPECT_EQ(read(world, *client), "");
}

TEST(ExchangeListen, is_about_resources_that_there_are) {
  World world;
  add_note(world.server, "note:///1");
  const auto client = world.client();
  EXPECT_EQ(world.take(*client, listen(R"({"resourceSubscriptions":["note:///1","note:///2"]})", R"("a")")),
            "[stream]" + acknowledged(R"("a")", R"({"resourceSubscriptions":["note:///1"]})"));
  world.server.resource_updated("note:///2");
  EXPECT_EQ(read(world, *client), "");
  world.server.resource_updated("note:///1");
  EXPECT_EQ(read(world, *client), event_of(R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{)" +
                                           about(R"("a")") + R"(,"uri":"note:///1"}})"));
}

TEST(ExchangeListen, is_refused_with_what_is_wrong) {
  World world;
  EXPECT_THAT(world.ask(listen("[]")), StartsWith(refused(200, -32602)));
  EXPECT_THAT(world.ask(listen(R"({"toolsListChanged":"yes"})")),
              HasSubstr("notifications.toolsListChanged: expected boolean"));
  Sent json_only = listen("{}");
  json_only.accept = "application/json";
  EXPECT_THAT(world.ask(json_only), StartsWith("406 "));
  Sent legacy = of_session(world.open(), request("1", "subscriptions/listen", R"({"notifications":{}})"));
  EXPECT_THAT(world.ask(legacy), StartsWith(refused(200, -32601)));
}

TEST(ExchangeListen, has_an_id_that_can_be_repeated) {
  World world;
  EXPECT_THAT(world.ask(listen("{}", '"' + std::string(300, 'i') + '"')), HasSubstr("256 bytes at most"));
}

TEST(ExchangeListen, is_bounded_for_each_principal_or_address) {
  Limits limits;
  limits.max_subscriptions = 1;
  World world({}, limits);
  const auto first = world.client();
  EXPECT_THAT(world.take(*first, listen("{}")), StartsWith("[stream]"));
  const std::string refusal = world.ask(listen("{}"));
  EXPECT_THAT(refusal, StartsWith(refused(200, -32603)));
  EXPECT_THAT(refusal, HasSubstr("as many as may be"));
  const auto other = world.client();
  EXPECT_THAT(world.take(*other, listen("{}", "1", "10.0.0.2")), StartsWith("[stream]"));
  first->exchange.client_gone();
  const auto third = world.client();
  EXPECT_THAT(world.take(*third, listen("{}")), StartsWith("[stream]"));
}

TEST(ExchangeListen, ends_with_the_client) {
  World world;
  const auto client = world.client();
  world.take(*client, listen(R"({"toolsListChanged":true})"));
  world.server.tools().disable("add");
  client->exchange.client_gone();
  EXPECT_EQ(read(world, *client), "");
  world.server.tools().enable("add");
  EXPECT_EQ(world.loop.posted(), 0U);
  EXPECT_EQ(world.ask(modern("server/discover")).substr(0, 3), "200");
}

TEST(ExchangeListen, ends_with_a_result_when_the_server_leaves) {
  World world;
  const auto client = world.client();
  world.take(*client, listen(R"({"toolsListChanged":true})"));
  world.server.tools().disable("add");
  world.endpoint.shut_down();
  client->exchange.leave();
  EXPECT_EQ(client->paper.take(), tools_changed("1") + kEnded + "[end, close]");
  EXPECT_EQ(read(world, *client), "");
  EXPECT_THAT(world.ask(listen("{}")), StartsWith("503 "));
}

TEST(ExchangeListen, keeps_a_silent_stream_alive) {
  World world;
  const auto client = world.client();
  world.take(*client, listen("{}"));
  world.pass(seconds(14), *client);
  EXPECT_EQ(client->paper.take(), "");
  world.pass(seconds(1), *client);
  EXPECT_EQ(client->paper.take(), ":\n\n");
}

TEST(ExchangeListen, tells_each_thing_once_while_the_client_does_not_read) {
  World world;
  const auto client = world.client();
  world.take(*client, listen(R"({"toolsListChanged":true})"));
  client->paper.full = true;
  for (int i = 0; i < 100; ++i) {
    world.server.tools().disable("add");
    world.server.tools().enable("add");
    EXPECT_EQ(read(world, *client), "");
  }
  client->paper.full = false;
  client->exchange.sent();
  EXPECT_EQ(client->paper.take(), tools_changed("1"));
}

TEST(ExchangeListen, tells_what_it_cannot_take_at_once_in_portions) {
  World world;
  std::string uris;
  for (int i = 0; i < 500; ++i) {
    const std::string uri = "note:///" + std::to_string(i);
    add_note(world.server, uri);
    uris += (i == 0 ? "\"" : ",\"") + uri + "\"";
  }
  const auto client = world.client();
  world.take(*client, listen(R"({"resourceSubscriptions":[)" + uris + "]}"));
  for (int i = 0; i < 500; ++i) world.server.resource_updated("note:///" + std::to_string(i));
  client->paper.fills = true;
  const std::string first = read(world, *client);
  EXPECT_LT(first.size(), 40'000U);
  EXPECT_THAT(first, HasSubstr("note:///0\""));
  client->paper.full = client->paper.fills = false;
  client->exchange.sent();
  const std::string second = client->paper.take();
  EXPECT_THAT(second, HasSubstr("note:///499\""));
  EXPECT_THAT(second, Not(HasSubstr("note:///0\"")));
}

TEST(ExchangeListen, tells_sessions_on_their_own_stream) {
  World world;
  const std::string session = world.open();
  const auto observer = world.client();
  world.take(*observer, {.verb = Verb::Get, .session = session});
  world.server.tools().disable("add");
  EXPECT_EQ(read(world, *observer), "") << "the client is not ready";
  world.ask(of_session(session, R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
  world.server.tools().enable("add");
  EXPECT_EQ(read(world, *observer), event("0-2", kLegacyChange));
}

TEST(ExchangeListen, keeps_changes_for_sessions_that_show_no_stream_each_once) {
  World world;
  const std::string session = world.open("2025-06-18");
  world.ask(of_session(session, R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
  for (int i = 0; i < 10; ++i) {
    world.server.tools().disable("add");
    world.server.tools().enable("add");
  }
  const auto observer = world.client();
  EXPECT_EQ(world.take(*observer, {.verb = Verb::Get, .session = session}), "[stream]" + event("0-1", kLegacyChange));
  EXPECT_EQ(read(world, *observer), "");
}

TEST(ExchangeListen, tells_sessions_of_resources_they_subscribed_to) {
  World world;
  add_note(world.server, "note:///1");
  const std::string session = world.open();
  world.ask(of_session(session, R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
  const auto observer = world.client();
  world.take(*observer, {.verb = Verb::Get, .session = session});
  const auto ask = [&](const std::string& method, const std::string& params) {
    return world.ask(of_session(session, request("1", method, params)));
  };
  EXPECT_EQ(ask("resources/subscribe", R"({"uri":"note:///1"})"), json(200, kPong));
  world.server.resource_updated("note:///1");
  EXPECT_THAT(
      read(world, *observer),
      HasSubstr(R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"note:///1"}})"));
  EXPECT_EQ(ask("resources/unsubscribe", R"({"uri":"note:///1"})"), json(200, kPong));
  EXPECT_EQ(ask("resources/unsubscribe", R"({"uri":"note:///1"})"), json(200, kPong));
  world.server.resource_updated("note:///1");
  EXPECT_EQ(read(world, *observer), "");
  EXPECT_THAT(ask("resources/subscribe", R"({"uri":"note:///9"})"), StartsWith(refused(200, -32002)));
  EXPECT_THAT(ask("resources/subscribe", "{}"), StartsWith(refused(200, -32602)));
  EXPECT_THAT(ask("resources/unsubscribe", R"({"uri":1})"), StartsWith(refused(200, -32602)));
}

TEST(ExchangeListen, tells_clients_of_the_older_transport_on_their_stream) {
  World world({.sse_path = "/sse", .message_path = "/message"});
  const auto stream = world.client();
  world.take(*stream, {.verb = Verb::Get, .path = "/sse"});
  const auto post = [&](const std::string& body) {
    return world.ask({.body = body, .path = "/message", .query = "session_id=session-1"});
  };
  post(initialize("2024-11-05"));
  post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  stream->paper.take();
  world.server.tools().disable("add");
  EXPECT_EQ(read(world, *stream), event_of(kLegacyChange));
}

TEST(ExchangeListen, survives_changes_from_everywhere_while_clients_come_and_go) {
  World world;
  std::atomic<bool> done = false;
  std::vector<std::thread> changers;
  for (int i = 0; i < 2; ++i) {
    changers.emplace_back([&, tool = i == 0 ? "add" : "echo"] {
      while (!done) {
        world.server.tools().disable(tool);
        world.server.tools().enable(tool);
      }
    });
  }
  const std::string session = world.open();
  world.ask(of_session(session, R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
  for (int round = 0; round < 100; ++round) {
    const auto modern_client = world.client();
    const auto legacy_client = world.client();
    world.take(*modern_client, listen(R"({"toolsListChanged":true})"));
    world.take(*legacy_client, {.verb = Verb::Get, .session = session});
    world.loop.run();
    if (round % 2 == 0) {
      modern_client->exchange.client_gone();
      legacy_client->exchange.client_gone();
    } else {
      modern_client->exchange.leave();
      legacy_client->exchange.leave();
      EXPECT_THAT(modern_client->paper.take(), testing::EndsWith(kEnded + "[end, close]"));
    }
    EXPECT_THAT(world.ask(modern("tools/list")), StartsWith("200 "));
  }
  done = true;
  for (std::thread& changer : changers) changer.join();
  world.loop.run();
}

}  // namespace listen_test
}  // namespace mcp::protocol::http
