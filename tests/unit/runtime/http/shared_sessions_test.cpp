// Sessions that several servers serve, by a store.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/dynamic.hpp>

#include "http/proxy_authorizer.hpp"
#include "http/two_servers.hpp"
#include "scarce_memory.hpp"

namespace mcp::protocol::http {
namespace shared_sessions_test {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(SharedSessions, are_served_by_a_server_that_did_not_open_them) {
  Two two;
  const std::string id = two.open();
  EXPECT_THAT(two.other.ask_shared(of_session(id, request("1", "tools/list"))), StartsWith("200 application/json"));
  EXPECT_EQ(two.sessions->finds, 1);
  EXPECT_THAT(two.other.ask_shared(of_session(id, request("2", "ping"))), StartsWith("200 application/json"));
  EXPECT_EQ(two.sessions->finds, 1) << "the session is known now";
  const auto caller = two.other.client();
  two.other.take(*caller, of_session(id, call("3", "echo", R"({"text":"hi"})")));
  two.other.run_calls();
  EXPECT_THAT(caller->paper.take(), HasSubstr(text_result("3", "hi")));
}

TEST(SharedSessions, are_looked_for_with_a_whole_request) {
  Two two;
  const std::string id = two.open();
  const auto caller = two.other.client();
  // The bytes that the request was read from are gone when the store answers.
  EXPECT_EQ(two.other.take(*caller, of_session(id, call("3", "echo", R"({"text":"hi"})"))), "");
  two.other.settle();
  two.other.run_calls();
  EXPECT_THAT(caller->paper.take(), HasSubstr(text_result("3", "hi")));
}

TEST(SharedSessions, are_stored_before_their_client_knows_of_them) {
  Two two;
  two.sessions->gate.keep_waiting(true);
  const auto client = two.one.client();
  EXPECT_EQ(two.one.take(*client, {.body = initialize("2025-11-25")}), "");
  two.one.loop.run();
  EXPECT_EQ(client->paper.take(), "");
  two.sessions->gate.keep_waiting(false);
  two.one.settle();
  EXPECT_THAT(client->paper.take(), HasSubstr("Mcp-Session-Id: session-of-the-first-server-....-1\r\n"));
}

TEST(SharedSessions, belong_to_who_opened_them) {
  Two two({}, std::make_shared<ProxyAuthorizer>("X-User"));
  const std::string id = two.open("ada");
  Sent sent = of_session(id, request("1", "ping"));
  sent.principal = "bob";
  EXPECT_THAT(two.other.ask_shared(sent), StartsWith("404 "));
  sent.principal = "ada";
  EXPECT_THAT(two.other.ask_shared(sent), StartsWith("200 "));
}

TEST(SharedSessions, that_nobody_opened_are_not_found) {
  Two two;
  EXPECT_THAT(two.other.ask_shared(of_session("session-that-nobody-opened", request("1", "ping"))), StartsWith("404 "));
  EXPECT_THAT(two.other.ask_shared({.verb = Verb::Get, .session = "nobodys", .accept = "text/event-stream"}),
              StartsWith("404 "));
  const int before = two.sessions->finds;
  EXPECT_THAT(two.other.ask_shared(of_session(std::string(65, 'x'), request("1", "ping"))), StartsWith("404 "));
  EXPECT_THAT(two.other.ask_shared(modern("tools/list")), StartsWith("200 "));
  EXPECT_EQ(two.sessions->finds, before) << "what no server can have made is not asked for";
}

TEST(SharedSessions, keep_what_their_client_has_set) {
  Two two;
  const std::string uri = "note:///1";
  for (World* const world : {&two.one, &two.other}) {
    world->server.resources().add(
        {.resource = {.uri = uri, .name = "note"}, .read = [](Context&) { return ResourceContents{.text = "note"}; }});
  }
  const std::string id = two.open();
  const auto params = [&] { return R"({"uri":")" + uri + R"("})"; };
  EXPECT_THAT(two.one.ask_shared(of_session(id, request("1", "resources/subscribe", params()))), HasSubstr("result"));
  std::optional<VersionedSession> stored = two.sessions->find(id);
  ASSERT_TRUE(stored);
  EXPECT_TRUE(stored->session.initialized);
  EXPECT_EQ(stored->session.subscribed, (std::vector<std::string>{uri}));

  stored->session.log_level = "error";
  (void)two.sessions->change(id, stored->session);
  EXPECT_THAT(two.other.ask_shared(of_session(id, request("1", "ping"))), StartsWith("200 "));
  const auto first = two.one.endpoint.sessions().find(id), adopted = two.other.endpoint.sessions().find(id);
  ASSERT_NE(adopted, nullptr);
  EXPECT_TRUE(adopted->state.initialized);
  EXPECT_EQ(adopted->state.client->log_level, LogLevel::Error);
  EXPECT_EQ(adopted->state.client->facts.name, "tests");
  EXPECT_EQ(adopted->state.subscription->uris(), (std::vector<std::string>{uri}));
  const auto stream = two.other.client();
  EXPECT_THAT(two.other.take(*stream, {.verb = Verb::Get, .version = "2025-11-25", .session = id}),
              StartsWith("[stream]"));
  two.other.server.resource_updated(uri);
  two.other.settle();
  EXPECT_THAT(stream->paper.take(), HasSubstr("notifications/resources/updated"));

  // What changes after that is known when both have reported.
  EXPECT_THAT(two.other.ask_shared(of_session(id, request("2", "resources/unsubscribe", params()))),
              HasSubstr("result"));
  EXPECT_EQ(first->state.client->log_level, LogLevel::Info);
  EXPECT_THAT(first->state.subscription->uris(), testing::SizeIs(1));
  two.report();
  EXPECT_EQ(first->state.client->log_level, LogLevel::Error);
  EXPECT_THAT(first->state.subscription->uris(), IsEmpty());
}

TEST(SharedSessions, end_everywhere) {
  Two two;
  const std::string id = two.open();
  EXPECT_THAT(two.other.ask_shared(of_session(id, request("1", "ping"))), StartsWith("200 "));
  EXPECT_THAT(two.other.ask_shared({.verb = Verb::Delete, .version = "2025-11-25", .session = id}), StartsWith("204 "));
  EXPECT_EQ(two.one.endpoint.sessions().size(), 1U);
  two.report();
  EXPECT_EQ(two.one.endpoint.sessions().size(), 0U);
  EXPECT_THAT(two.one.ask_shared(of_session(id, request("1", "ping"))), StartsWith("404 "));
}

TEST(SharedSessions, that_one_server_forgets_are_served_on) {
  Two two;
  const std::string id = two.open();
  two.one.endpoint.tick(two.one.loop.time + minutes(31));
  two.one.settle();
  EXPECT_EQ(two.one.endpoint.sessions().size(), 0U);
  EXPECT_THAT(two.one.ask_shared(of_session(id, request("1", "ping"))), StartsWith("200 ")) << "the store knows it";
}

TEST(SharedSessions, use_ids_that_no_other_server_uses) {
  Two two;
  const std::string id = two.open();
  (void)two.other.ask_shared(of_session(id, request("1", "ping")));
  const auto first = two.one.endpoint.sessions().find(id), second = two.other.endpoint.sessions().find(id);
  EXPECT_NE(first->first_id() >> 32, second->first_id() >> 32);
  EXPECT_NE(first->state.client->outgoing.expect(nullptr, "a"), second->state.client->outgoing.expect(nullptr, "a"));
  EXPECT_LT(second->first_id() + (std::uint64_t{1} << 32), std::uint64_t{1} << 53) << "a double holds them";
}

TEST(SharedSessions, are_refused_while_the_store_is_out_of_reach) {
  Two two;
  const std::string id = two.open();
  two.sessions->gate.is_gone = true;
  EXPECT_THAT(two.one.ask_shared({.body = initialize("2025-11-25")}), StartsWith("503 "));
  EXPECT_THAT(two.other.ask_shared(of_session(id, request("1", "ping"))), StartsWith("503 "));
  EXPECT_THAT(two.one.ask_shared(of_session(id, request("1", "ping"))), StartsWith("200 ")) << "it is known there";
  EXPECT_THAT(two.one.ask_shared(modern("tools/list")), StartsWith("200 "));
  EXPECT_THAT(two.one.log.text(), HasSubstr("the store of sessions failed: the store cannot be reached"));
  two.report();
  EXPECT_EQ(two.one.endpoint.sessions().size(), 1U) << "what cannot be asked for has not ended";
  two.sessions->gate.is_gone = false;
  EXPECT_THAT(two.other.ask_shared(of_session(id, request("1", "ping"))), StartsWith("200 "));
  EXPECT_THAT(two.other.log.text(), HasSubstr("answers again"));
}

TEST(SharedSessions, whose_client_goes_while_the_store_is_asked_are_left_alone) {
  Two two;
  const std::string id = two.open();
  two.sessions->gate.keep_waiting(true);
  auto gone = two.other.client();
  EXPECT_EQ(two.other.take(*gone, of_session(id, request("1", "ping"))), "");
  gone->exchange.client_gone();
  const std::weak_ptr<Client> watched = gone;
  gone.reset();
  EXPECT_FALSE(watched.expired()) << "the answer of the store is still to come";
  auto opening = two.one.client();
  EXPECT_EQ(two.one.take(*opening, {.body = initialize("2025-11-25")}), "");
  opening->exchange.client_gone();
  two.sessions->gate.keep_waiting(false);
  two.other.settle();
  two.one.settle();
  EXPECT_TRUE(watched.expired());
  EXPECT_EQ(opening->paper.take(), "");
  EXPECT_EQ(two.one.endpoint.sessions().size(), 1U) << "nobody knows of the other one";
  EXPECT_FALSE(two.sessions->find("session-of-the-first-server-....-2").has_value());
}

TEST(SharedSessions, are_waited_for_by_no_more_than_there_is_room_for) {
  Two two;
  two.sessions->gate.keep_waiting(true);
  const std::string large = request("1", "ping", R"({"x":")" + std::string(std::size_t{8} << 20, 'x') + "\"}");
  std::vector<std::shared_ptr<Client>> waiting;
  const auto ask = [&](const char* peer) {
    waiting.push_back(two.other.client());
    Sent sent = of_session("session-" + std::to_string(waiting.size()), large);
    sent.peer = peer;
    return two.other.take(*waiting.back(), sent);
  };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ask("10.0.0.1"), "");
  EXPECT_THAT(ask("10.0.0.1"), StartsWith("503 ")) << "half of the room is for others";
  EXPECT_EQ(ask("10.0.0.2"), "");
  two.sessions->gate.keep_waiting(false);
  two.other.settle();
  for (const auto& client : waiting) client->paper.take();
  EXPECT_EQ(ask("10.0.0.1"), "") << "there is room again";
  two.other.settle();
}

TEST(SharedSessions, are_waited_for_as_long_as_a_store_may_take) {
  Two two;
  const std::string id = two.open();
  two.sessions->gate.keep_waiting(true);
  const auto asking = two.other.client(), opening = two.one.client();
  EXPECT_EQ(two.other.take(*asking, of_session(id, request("1", "ping"))), "");
  EXPECT_EQ(two.one.take(*opening, {.body = initialize("2025-11-25")}), "");
  for (int i = 0; i < 14; ++i) {
    two.other.pass(seconds(1), *asking);
    two.one.pass(seconds(1), *opening);
  }
  EXPECT_EQ(asking->paper.take() + opening->paper.take(), "") << "no stream is opened for nobody's answer";
  two.other.pass(seconds(1), *asking);
  two.one.pass(seconds(1), *opening);
  EXPECT_THAT(asking->paper.take(), StartsWith("503 "));
  EXPECT_THAT(opening->paper.take(), StartsWith("503 "));
  EXPECT_THAT(two.other.take(*asking, modern("tools/list")), StartsWith("200 "));
  two.sessions->gate.keep_waiting(false);
  two.other.settle();
  two.one.settle();
  EXPECT_EQ(asking->paper.take() + opening->paper.take(), "") << "answers that come later are nobody's";
  EXPECT_EQ(two.one.endpoint.sessions().size(), 1U);
  EXPECT_FALSE(two.sessions->find("session-of-the-first-server-....-2").has_value());
}

TEST(SharedSessions, that_cannot_be_served_for_want_of_memory_are_served_later) {
  if (!testing_support::ScarceMemory::kAvailable) GTEST_SKIP() << "the sanitizer's allocations cannot fail";
  Two two;
  for (const bool from_there_on : {false, true}) {
    for (std::size_t nth = 0;; ++nth) {
      ASSERT_LT(nth, 3000U);
      const std::string id = two.open();
      const auto client = two.other.client();
      const Sent sent = of_session(id, request("1", "ping"));
      const auto step = [&](auto what) {
        try {
          const testing_support::ScarceMemory scarce(nth, from_there_on);
          what();
        } catch (const std::bad_alloc&) {
          // In what an event loop does under guard.
        }
        return testing_support::ScarceMemory::was_met();
      };
      World::with(sent, [&](const Request& request) { (void)step([&] { client->exchange.take(request); }); });
      bool was_met = testing_support::ScarceMemory::was_met();
      two.other.endpoint.shared_sessions()->wait_until_idle();
      was_met = step([&] { two.other.loop.run(); }) || was_met;
      two.other.pass(seconds(20), *client);
      client->exchange.client_gone();
      ASSERT_EQ(client.use_count(), 1) << "nothing keeps it";
      ASSERT_THAT(two.other.ask_shared(sent), StartsWith("200 ")) << nth;
      for (World* const world : {&two.one, &two.other}) {
        if (const auto session = world->endpoint.sessions().find(id)) world->endpoint.end(session);
        world->settle();
      }
      if (!was_met) break;
    }
  }
}

TEST(SharedSessions, of_a_text_that_is_no_session_are_refused) {
  Two two;
  (void)two.sessions->create("a-session-that-is-broken-in-the-store", {.initialize = "[]"}, minutes(1));
  EXPECT_THAT(two.other.ask_shared(of_session("a-session-that-is-broken-in-the-store", request("1", "ping"))),
              Not(StartsWith("200 ")));
  EXPECT_EQ(two.other.endpoint.sessions().size(), 0U);
}

}  // namespace shared_sessions_test
}  // namespace mcp::protocol::http
