// What clients on an ordered stream of messages are told of changes.
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/server.hpp>

#include "judged_peer.hpp"
#include "offered.hpp"
#include "peer.hpp"
#include "session/subscription_streams.hpp"

namespace mcp::protocol {
namespace listening_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using namespace testing_support;

/// A server of everything with a client.
struct Ends {
  explicit Ends(const Limits& limits = {}) : dispatcher(server, {.limits = limits}, log, timers) {}

  std::vector<std::string> send(std::string_view message) { return client.exchange(message); }
  std::vector<std::string> heard() { return client.outbox().take_all(); }
  std::vector<std::string> listen(std::string_view id, std::string_view filter) {
    return send(request(id, "subscriptions/listen",
                        R"({"notifications":)" + std::string(filter) + "," + std::string(kModernMeta) + "}"));
  }
  /// Opens a session of that revision.
  void start(std::string_view revision, bool ready = true) {
    send(initialize(revision));
    if (ready) send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  }

  const detail::ServerDescriptor descriptor = offered();
  Librarian librarian;
  Server server = [this] {
    Server made(descriptor);
    made.bind(librarian);
    return made;
  }();
  KeptLog log;
  ManualTimers timers;
  Dispatcher dispatcher;
  InlineExecutor executor;
  testing_support::JudgedPeer client{dispatcher, executor};
};

std::string about(std::string_view id) {
  return R"("params":{"_meta":{"io.modelcontextprotocol/subscriptionId":)" + std::string(id) + "}";
}

std::string acknowledged(std::string_view id, std::string_view filter) {
  return R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged",)" + about(id) +
         R"(,"notifications":)" + std::string(filter) + "}}";
}

std::string changed(std::string_view id, std::string_view list) {
  return R"({"jsonrpc":"2.0","method":"notifications/)" + std::string(list) + R"(/list_changed",)" + about(id) + "}}";
}

std::string cancelled(std::string_view id) {
  return R"({"jsonrpc":"2.0","method":"notifications/cancelled",)" + about(id) + R"(,"requestId":)" + std::string(id) +
         "}}";
}

std::string ended(std::string_view id) {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) +
         R"(,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":)" + std::string(id) +
         R"(,"io.modelcontextprotocol/serverInfo":{"name":"offered","version":"1"}}}})";
}

TEST(SubscriptionStreams, tells_several_subscriptions_apart) {
  Ends ends;
  EXPECT_THAT(ends.listen("1", R"({"toolsListChanged":true})"),
              ElementsAre(acknowledged("1", R"({"toolsListChanged":true})")));
  EXPECT_THAT(ends.listen(R"("1")", R"({"toolsListChanged":true,"promptsListChanged":true})"),
              ElementsAre(acknowledged(R"("1")", R"({"toolsListChanged":true,"promptsListChanged":true})")));
  ends.server.tools().disable("alpha");
  EXPECT_THAT(ends.heard(), testing::UnorderedElementsAre(changed("1", "tools"), changed(R"("1")", "tools")));
  ends.server.prompts().disable("review");
  EXPECT_THAT(ends.heard(), ElementsAre(changed(R"("1")", "prompts")));
}

TEST(SubscriptionStreams, ends_what_the_client_cancels_without_a_result) {
  Ends ends;
  ends.listen("1", R"({"toolsListChanged":true})");
  ends.listen("2", R"({"toolsListChanged":true})");
  EXPECT_THAT(ends.send(cancel("1")), IsEmpty());
  EXPECT_THAT(ends.send(cancel("9")), IsEmpty());
  ends.server.tools().disable("alpha");
  EXPECT_THAT(ends.heard(), ElementsAre(changed("2", "tools")));
  EXPECT_THAT(ends.listen("1", "{}"), ElementsAre(acknowledged("1", "{}")));
}

TEST(SubscriptionStreams, ends_all_with_a_message_and_a_result_when_the_stream_does) {
  Ends ends;
  ends.listen("1", R"({"toolsListChanged":true})");
  ends.listen(R"("b")", "{}");
  ends.client.close();
  EXPECT_THAT(ends.heard(), ElementsAre(cancelled("1"), ended("1"), cancelled(R"("b")"), ended(R"("b")")));
  ends.server.tools().disable("alpha");
  EXPECT_THAT(ends.heard(), IsEmpty());
}

TEST(SubscriptionStreams, refuses_an_id_that_is_listening) {
  Ends ends;
  ends.listen("1", "{}");
  const auto answer = ends.listen("1", "{}");
  ASSERT_EQ(answer.size(), 1U);
  EXPECT_THAT(answer[0], StartsWith(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32600,)"));
}

TEST(SubscriptionStreams, refuses_more_than_it_may_hold) {
  Limits limits;
  limits.max_subscriptions = 2;
  limits.max_subscribed = 1;
  Ends ends(limits);
  ends.listen("1", R"({"resourceSubscriptions":["file:///fixed"]})");
  EXPECT_THAT(ends.listen("2", R"({"resourceSubscriptions":["file:///a"]})").at(0),
              HasSubstr("Too many resources are subscribed to"));
  ends.listen("2", "{}");
  EXPECT_THAT(ends.listen("3", "{}").at(0), HasSubstr("as many as may be"));
  ends.send(cancel("1"));
  EXPECT_THAT(ends.listen("3", R"({"resourceSubscriptions":["file:///a"]})").at(0), HasSubstr("acknowledged"));
}

TEST(SubscriptionStreams, tells_a_session_of_lists_in_the_shape_of_its_revision) {
  for (const std::string_view revision : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    Ends ends;
    ends.start(revision, false);
    ends.server.tools().disable("alpha");
    EXPECT_THAT(ends.heard(), IsEmpty()) << "the client is not ready";
    ends.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    ends.server.tools().enable("alpha");
    ends.server.prompts().disable("review");
    ends.server.resources().disable("file:///{path}");
    EXPECT_THAT(ends.heard(), ElementsAre(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})",
                                          R"({"jsonrpc":"2.0","method":"notifications/prompts/list_changed"})",
                                          R"({"jsonrpc":"2.0","method":"notifications/resources/list_changed"})"));
    ends.client.close();
    EXPECT_THAT(ends.heard(), IsEmpty());
  }
}

TEST(SubscriptionStreams, tells_a_session_of_resources_while_it_is_subscribed) {
  Ends ends;
  ends.start("2025-11-25");
  const auto ask = [&](std::string_view method, std::string_view params) {
    return ends.send(request("1", method, params)).at(0);
  };
  const std::string done = R"({"jsonrpc":"2.0","id":1,"result":{}})";
  const std::string update =
      R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///a"}})";
  EXPECT_EQ(ask("resources/subscribe", R"({"uri":"file:///a"})"), done);
  EXPECT_EQ(ask("resources/subscribe", R"({"uri":"file:///a"})"), done);
  ends.server.resource_updated("file:///a");
  ends.server.resource_updated("file:///b");
  EXPECT_THAT(ends.heard(), ElementsAre(update));
  EXPECT_EQ(ask("resources/unsubscribe", R"({"uri":"file:///a"})"), done);
  ends.server.resource_updated("file:///a");
  EXPECT_THAT(ends.heard(), IsEmpty());
  EXPECT_EQ(ask("resources/subscribe", R"({"uri":"http://elsewhere/"})"),
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Resource not found: \"http://elsewhere/\"",)"
            R"("data":{"uri":"http://elsewhere/"}}})");
  EXPECT_THAT(ask("resources/subscribe", "{}"), HasSubstr("-32602"));
  EXPECT_THAT(ask("resources/unsubscribe", R"({"uri":["file:///a"]})"), HasSubstr("-32602"));
}

TEST(SubscriptionStreams, bounds_the_resources_of_a_session) {
  Limits limits;
  limits.max_subscribed = 1;
  Ends ends(limits);
  ends.start("2025-06-18");
  ends.send(request("1", "resources/subscribe", R"({"uri":"file:///a"})"));
  EXPECT_THAT(ends.send(request("2", "resources/subscribe", R"({"uri":"file:///b"})")).at(0),
              HasSubstr("Too many resources are subscribed to: 1 already and 1 more, of 1 that may be"));
}

TEST(SubscriptionStreams, takes_no_uri_that_is_very_long) {
  const std::string uri = "file:///" + std::string(4089, 'x');
  Ends legacy;
  legacy.start("2025-06-18");
  EXPECT_THAT(
      legacy.send(request("1", "resources/subscribe", R"({"uri":")" + uri + "\"}")).at(0),
      HasSubstr(R"("code":-32602,"message":"Invalid params: uri has 4097 bytes, more than the limit of 4096")"));
  Ends modern;
  EXPECT_THAT(modern.listen("1", R"({"resourceSubscriptions":[")" + uri + "\"]}").at(0), HasSubstr("-32602"));
}

TEST(SubscriptionStreams, knows_each_method_in_its_own_era_alone) {
  Ends ends;
  ends.start("2025-11-25");
  EXPECT_THAT(ends.send(request("1", "subscriptions/listen", R"({"notifications":{}})")).at(0), HasSubstr("-32601"));
  for (const std::string_view method : {"resources/subscribe", "resources/unsubscribe"}) {
    EXPECT_THAT(ends.send(request("1", method, R"({"uri":"file:///a",)" + std::string(kModernMeta) + "}")).at(0),
                HasSubstr("-32601"));
  }
}

TEST(SubscriptionStreams, has_nothing_to_subscribe_to_without_resources) {
  const detail::ServerDescriptor descriptor = bare();
  const Server server(descriptor);
  KeptLog log;
  ManualTimers timers;
  const Dispatcher dispatcher(server, {}, log, timers);
  InlineExecutor executor;
  testing_support::JudgedPeer client(dispatcher, executor);
  EXPECT_THAT(client.exchange(request("1", "subscriptions/listen",
                                      R"({"notifications":{"toolsListChanged":true,"resourcesListChanged":true,)"
                                      R"("resourceSubscriptions":["file:///a"]},)" +
                                          std::string(kModernMeta) + "}")),
              ElementsAre(acknowledged("1", "{}")));
  client.exchange(initialize("2025-11-25"));
  EXPECT_THAT(client.exchange(request("1", "resources/subscribe", R"({"uri":"file:///a"})")).at(0),
              HasSubstr("-32601"));
}

/// Takes what it is sent only while nothing waits.
class SlowOutbox final : public MessageSink {
 public:
  void send(std::string_view message) override { messages.emplace_back(message); }
  void notify(std::string_view message) override { send(message); }
  bool congested() override { return is_crowded; }

  std::vector<std::string> messages;
  bool is_crowded = false;
};

TEST(SubscriptionStreams, tells_each_thing_once_while_the_client_does_not_read) {
  Ends ends;
  SlowOutbox outbox;
  Subscriptions all({});
  std::string problem;
  SubscriptionStreams listening(outbox);
  listening.take("1", all.open({.peer = "p", .id = "1", .one_channel = true}, {.tools = true}, problem));
  outbox.messages.clear();
  outbox.is_crowded = true;
  for (int i = 0; i < 100; ++i) all.list_changed(List::Tools);
  listening.flush();
  EXPECT_THAT(outbox.messages, IsEmpty());
  outbox.is_crowded = false;
  listening.flush();
  EXPECT_THAT(outbox.messages, ElementsAre(changed("1", "tools")));
  outbox.is_crowded = true;
  all.list_changed(List::Tools);
  listening.end();
  EXPECT_EQ(outbox.messages.size(), 4U) << "what is left, and the end";
}

TEST(SubscriptionStreams, cancels_the_newest_of_an_id_that_was_over) {
  Ends ends;
  SlowOutbox outbox;
  Subscriptions all({});
  std::string problem;
  SubscriptionStreams listening(outbox);
  const auto open = [&] { return all.open({.peer = "p", .id = "1", .one_channel = true}, {.tools = true}, problem); };
  const auto first = open();
  listening.take("1", first);
  first->end();
  listening.flush();
  EXPECT_FALSE(listening.has("1"));
  listening.take("1", open());
  listening.cancel("1");
  outbox.messages.clear();
  all.list_changed(List::Tools);
  listening.flush();
  EXPECT_THAT(outbox.messages, IsEmpty());
}

TEST(SubscriptionStreams, cancels_nothing_without_an_id) {
  Ends ends;
  SlowOutbox outbox;
  Subscriptions all({});
  std::string problem;
  SubscriptionStreams listening(outbox);
  listening.take("", all.open({.peer = "p", .id = "", .one_channel = true}, {.tools = true}, problem));
  listening.cancel("");
  outbox.messages.clear();
  all.list_changed(List::Tools);
  listening.flush();
  EXPECT_THAT(outbox.messages, testing::SizeIs(1)) << "what a session listens to has no id";
}

TEST(SubscriptionStreams, survives_changes_while_connections_come_and_go) {
  Ends ends;
  std::atomic<bool> done = false;
  std::thread changer([&] {
    while (!done) {
      ends.server.tools().disable("alpha");
      ends.server.tools().enable("alpha");
      ends.server.resource_updated("file:///a");
    }
  });
  std::vector<std::thread> clients;
  for (int i = 0; i < 2; ++i) {
    clients.emplace_back([&, i] {
      for (int round = 0; round < 100; ++round) {
        InlineExecutor executor;
        testing_support::JudgedPeer peer(ends.dispatcher, executor);
        if (i == 0) {
          peer.send(request("1", "subscriptions/listen",
                            R"({"notifications":{"toolsListChanged":true,"resourceSubscriptions":["file:///a"]},)" +
                                std::string(kModernMeta) + "}"));
          EXPECT_THAT(peer.outbox().take_one(), HasSubstr("acknowledged"));
          if (round % 2 == 0) peer.send(cancel("1"));
        } else {
          peer.send(initialize("2025-11-25"));
          peer.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
          peer.send(request("2", "resources/subscribe", R"({"uri":"file:///a"})"));
        }
        peer.send(request("3", "tools/list", "{" + std::string(kModernMeta) + "}"));
        if (round % 3 == 0) peer.close();
      }
    });
  }
  for (std::thread& client : clients) client.join();
  done = true;
  changer.join();
}

}  // namespace listening_test
}  // namespace mcp::protocol
