// Event streams that are begun at one server and resumed at another.
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/two_servers.hpp"
#include "scarce_memory.hpp"
#include "stores/shared_events.hpp"

namespace mcp::protocol::http {
namespace shared_events_test {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// The servers, and a call whose answer is a stream of the first one.
struct Resumed : Two {
  explicit Resumed(const EndpointOptions& options = {}) : Two(options), id(open()) {}
  ~Resumed() {
    one.run_calls(false);  // a call that waits keeps its client
    one.settle();
  }
  Resumed(const Resumed&) = delete;
  Resumed& operator=(const Resumed&) = delete;

  /// Lets the first server open a stream for a call of `echo`; the answer comes with one.run_calls().
  void begin(const std::string& text = "hi", const std::string& number = "1") {
    caller = one.client();
    one.take(*caller, of_session(id, call(number, "echo", R"({"text":")" + text + R"("})")));
    one.pass(seconds(1), *caller);
    const std::string shown = caller->paper.take();
    EXPECT_THAT(shown, StartsWith("[stream]id: "));
    stream = shown.substr(12, shown.find('-') - 12);
    one.settle();
  }
  /// The client's connection breaks, and the answer comes.
  void answer() {
    caller->exchange.client_gone();
    one.run_calls(false);
    one.settle();
  }
  Sent after(int number) { return after(stream, number); }
  Sent after(const std::string& of, int number) {
    last_event = of + "-" + std::to_string(number);
    return {.verb = Verb::Get, .version = "2025-11-25", .session = id, .last_event = last_event.c_str()};
  }
  /// What the other server shows from there on; `client` goes on reading.
  std::string resume(const std::shared_ptr<Client>& client, const Sent& sent) {
    std::string shown = other.take(*client, sent);
    other.settle();
    return shown + client->paper.take();
  }
  std::string later(const std::shared_ptr<Client>& client) {
    other.pass(milliseconds(500), *client);
    other.settle();
    return client->paper.take();
  }
  std::string event_of(int number, const std::string& data) const {
    return event(stream + "-" + std::to_string(number), data);
  }

  const std::string id;
  std::string stream, last_event;
  std::shared_ptr<Client> caller;
};

TEST(SharedEvents, are_shown_by_a_server_that_did_not_begin_the_stream) {
  Resumed servers;
  servers.begin();
  servers.answer();
  const auto client = servers.other.client();
  EXPECT_EQ(servers.resume(client, servers.after(1)),
            "[stream]" + servers.event_of(2, text_result("1", "hi")) + "[end]");
  EXPECT_EQ(client.use_count(), 1);
  EXPECT_EQ(servers.resume(client, servers.after(1)),
            "[stream]" + servers.event_of(2, text_result("1", "hi")) + "[end]")
      << "it may get lost again";
  EXPECT_EQ(servers.other.endpoint.sessions().find(servers.id)->streams().open_count(), 0U);
  EXPECT_EQ(servers.other.endpoint.sessions().find(servers.id)->streams().kept(), 0U) << "the store has it";
}

TEST(SharedEvents, that_come_later_are_shown_when_they_were_read) {
  Resumed servers;
  servers.begin();
  const auto client = servers.other.client();
  EXPECT_EQ(servers.resume(client, servers.after(1)), "[stream]");
  EXPECT_EQ(servers.later(client), "");
  const int before = servers.events->reads;
  servers.other.pass(milliseconds(100), *client);
  EXPECT_EQ(servers.events->reads, before) << "not more often than that";
  servers.answer();
  EXPECT_EQ(servers.later(client), servers.event_of(2, text_result("1", "hi")) + "[end]");
  EXPECT_EQ(client.use_count(), 1);
}

TEST(SharedEvents, of_a_stream_with_many_are_read_in_portions) {
  Resumed servers;
  servers.begin();
  const auto session = servers.one.endpoint.sessions().find(servers.id);
  const std::string large = R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":")" +
                            std::string(100'000, 'x') + R"("}})";
  const StreamId stream = std::stoull(servers.stream);
  for (int i = 0; i < 9; ++i) session->streams().append(stream, large);
  servers.one.settle();
  servers.answer();
  const auto client = servers.other.client();
  std::string expected = "[stream]";
  for (int i = 2; i < 11; ++i) expected += servers.event_of(i, large);
  expected += servers.event_of(11, text_result("1", "hi")) + "[end]";
  std::string shown = servers.resume(client, servers.after(1));
  for (int i = 0; i < 5; ++i) {
    servers.other.settle();  // what comes behind a portion is read at once
    shown += client->paper.take();
  }
  EXPECT_TRUE(shown == expected) << shown.size();
  EXPECT_GE(servers.events->reads, 5);
}

TEST(SharedEvents, are_not_read_faster_than_their_client_takes_them) {
  Resumed servers;
  servers.begin();
  const auto client = servers.other.client();
  EXPECT_EQ(servers.resume(client, servers.after(1)), "[stream]");
  client->paper.is_congested = true;
  const int before = servers.events->reads;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(servers.later(client), "");
  EXPECT_EQ(servers.events->reads, before);
  client->paper.is_congested = false;
  client->exchange.sent();
  servers.answer();
  EXPECT_EQ(servers.later(client), servers.event_of(2, text_result("1", "hi")) + "[end]");
}

TEST(SharedEvents, of_the_general_stream_are_followed_by_those_of_this_server) {
  Resumed servers;
  const auto listening = servers.one.client();
  const std::string shown =
      servers.one.take(*listening, {.verb = Verb::Get, .version = "2025-11-25", .session = servers.id});
  ASSERT_THAT(shown, StartsWith("[stream]id: "));
  const std::string stream = shown.substr(12, shown.find('-') - 12);
  servers.one.server.tools().disable("echo");
  servers.one.loop.run();
  EXPECT_THAT(listening->paper.take(), HasSubstr("notifications/tools/list_changed"));
  listening->exchange.client_gone();
  servers.one.settle();

  const auto client = servers.other.client();
  const std::string resumed = servers.resume(client, servers.after(stream, 1));
  EXPECT_THAT(resumed, StartsWith("[stream]id: " + stream + "-2\ndata: {"));
  EXPECT_THAT(resumed, HasSubstr("notifications/tools/list_changed"));
  const auto session = servers.other.endpoint.sessions().find(servers.id);
  EXPECT_THAT(resumed, HasSubstr("id: " + std::to_string(session->streams().general()) + "-1\n")) << "primed anew";
  EXPECT_NE(session->streams().general(), std::stoull(stream));
  servers.other.server.tools().disable("echo");
  servers.other.settle();
  EXPECT_THAT(client->paper.take(), HasSubstr("notifications/tools/list_changed"));
  client->exchange.client_gone();
  EXPECT_EQ(client.use_count(), 1);
}

TEST(SharedEvents, that_nobody_keeps_are_not_found) {
  Resumed servers;
  servers.begin();
  const auto client = servers.other.client();
  EXPECT_THAT(servers.resume(client, servers.after("77", 1)), StartsWith("404 "));
  servers.one.endpoint.end(servers.one.endpoint.sessions().find(servers.id));
  servers.one.settle();
  EXPECT_THAT(servers.resume(client, servers.after(1)), StartsWith("404 ")) << "they go with their session";
  EXPECT_EQ(client.use_count(), 1);
}

TEST(SharedEvents, that_are_forgotten_while_they_are_shown_end_the_stream) {
  Resumed servers;
  servers.begin();
  const auto client = servers.other.client();
  EXPECT_EQ(servers.resume(client, servers.after(1)), "[stream]");
  servers.events->remove(servers.id);
  EXPECT_EQ(servers.later(client), "[end, close]");
  EXPECT_EQ(client.use_count(), 1);
}

TEST(SharedEvents, of_a_stream_of_their_own_server_are_not_asked_for) {
  Resumed servers;
  servers.begin();
  servers.answer();
  EXPECT_EQ(servers.one.ask_shared(servers.after(1)),
            "[stream]" + servers.event_of(2, text_result("1", "hi")) + "[end]");
  EXPECT_EQ(servers.events->reads, 0);
}

TEST(SharedEvents, are_refused_while_the_store_is_out_of_reach) {
  Resumed servers;
  servers.begin();
  const auto client = servers.other.client(), reading = servers.other.client();
  EXPECT_EQ(servers.resume(reading, servers.after(1)), "[stream]");
  servers.events->gate.is_gone = true;
  EXPECT_THAT(servers.resume(client, servers.after(1)), StartsWith("503 "));
  EXPECT_THAT(servers.other.log.text(), HasSubstr("the store of events failed: the store cannot be reached"));
  servers.answer();
  EXPECT_EQ(servers.later(reading), "") << "the stream stays open";
  servers.events->gate.is_gone = false;
  servers.one.endpoint.tick(servers.one.loop.time + seconds(1));
  servers.one.settle();
  EXPECT_EQ(servers.later(reading), servers.event_of(2, text_result("1", "hi")) + "[end]")
      << "what could not be stored is stored later";
}

TEST(SharedEvents, are_waited_for_as_long_as_a_store_may_take) {
  Resumed servers;
  servers.begin();
  const auto client = servers.other.client();
  EXPECT_THAT(servers.other.ask_shared(of_session(servers.id, request("9", "ping"))), StartsWith("200 "));
  servers.events->gate.keep_waiting(true);
  EXPECT_EQ(servers.other.take(*client, servers.after(1)), "");
  for (int i = 0; i < 14; ++i) servers.other.pass(seconds(1), *client);
  EXPECT_EQ(client->paper.take(), "") << "no stream is opened for what may not be there";
  servers.other.pass(seconds(1), *client);
  EXPECT_THAT(client->paper.take(), StartsWith("503 "));
  servers.events->gate.keep_waiting(false);
  servers.other.settle();
  EXPECT_EQ(client->paper.take(), "") << "an answer that comes later is nobody's";
  EXPECT_EQ(client.use_count(), 1);
}

TEST(SharedEvents, whose_client_goes_while_the_store_is_asked_are_left_alone) {
  Resumed servers;
  servers.begin();
  EXPECT_THAT(servers.other.ask_shared(of_session(servers.id, request("9", "ping"))), StartsWith("200 "));
  servers.events->gate.keep_waiting(true);
  auto client = servers.other.client();
  EXPECT_EQ(servers.other.take(*client, servers.after(1)), "");
  client->exchange.client_gone();
  const std::weak_ptr<Client> watched = client;
  client.reset();
  servers.events->gate.keep_waiting(false);
  servers.other.settle();
  EXPECT_TRUE(watched.expired());
  EXPECT_EQ(servers.other.endpoint.sessions().find(servers.id)->streams().open_count(), 0U);
}

TEST(SharedEvents, are_shown_to_the_last_who_asks) {
  Resumed servers;
  servers.begin();
  const auto first = servers.other.client(), second = servers.other.client();
  EXPECT_EQ(servers.resume(first, servers.after(1)), "[stream]");
  EXPECT_EQ(servers.resume(second, servers.after(1)), "[stream]");
  EXPECT_THAT(first->paper.take(), StartsWith("[end"));
  servers.answer();
  EXPECT_EQ(servers.later(second), servers.event_of(2, text_result("1", "hi")) + "[end]");
  EXPECT_EQ(servers.later(first), "");
}

TEST(SharedEvents, are_shown_on_no_more_streams_than_a_session_may_have) {
  EndpointOptions options;
  options.sessions.max_streams = 1;
  Resumed servers(options);
  servers.begin();
  const auto general = servers.other.client(), client = servers.other.client();
  EXPECT_THAT(servers.resume(general, {.verb = Verb::Get, .version = "2025-11-25", .session = servers.id}),
              StartsWith("[stream]"));
  EXPECT_THAT(servers.resume(client, servers.after(1)), StartsWith("429 "));
  EXPECT_EQ(client.use_count(), 1);
}

TEST(SharedEvents, may_be_missing_for_want_of_memory_but_never_without_notice) {
  if (!testing_support::ScarceMemory::kAvailable) GTEST_SKIP() << "the sanitizer's allocations cannot fail";
  Resumed servers;
  servers.begin();
  servers.answer();
  const std::string all = "[stream]" + servers.event_of(2, text_result("1", "hi")) + "[end]";
  EXPECT_EQ(servers.resume(servers.other.client(), servers.after(1)), all);
  for (const bool from_there_on : {false, true}) {
    for (std::size_t nth = 0;; ++nth) {
      ASSERT_LT(nth, 3000U);
      const auto client = servers.other.client();
      const Sent sent = servers.after(1);
      const auto step = [&](auto what) {
        try {
          const testing_support::ScarceMemory scarce(nth, from_there_on);
          what();
        } catch (const std::bad_alloc&) {
          // In what an event loop does under guard.
        }
        return testing_support::ScarceMemory::was_met();
      };
      bool was_met = false;
      World::with(sent, [&](const Request& request) { was_met = step([&] { client->exchange.take(request); }); });
      servers.other.endpoint.shared_events()->wait_until_idle();
      was_met = step([&] { servers.other.loop.run(); }) || was_met;
      servers.other.pass(seconds(16), *client);
      servers.other.settle();
      servers.other.pass(seconds(16), *client);
      client->exchange.client_gone();
      ASSERT_EQ(client.use_count(), 1) << "nothing keeps it: " << nth;
      ASSERT_EQ(servers.resume(servers.other.client(), sent), all) << nth;
      if (!was_met) break;
    }
  }
}

/// What waits for a store.
struct Waiting {
  StreamEvent event(const std::string& session, std::uint64_t number, std::string message) const {
    return {.session = session, .stream = 1, .number = number, .message = std::move(message)};
  }

  std::shared_ptr<TestEvents> store = std::make_shared<TestEvents>();
  KeptLog log;
  SharedEvents events{store, {.lifetime = std::chrono::minutes(30), .bytes = std::size_t{1} << 20}, log};
};

TEST(SharedEvents, that_wait_have_a_bounded_room_and_are_removed_as_a_whole_beyond_it) {
  Waiting waiting;
  waiting.store->gate.keep_waiting(true);
  const std::string large(std::size_t{1} << 20, 'x');
  for (std::uint64_t i = 1; i <= 40; ++i) waiting.events.append("ada", waiting.event("hers", i, large));
  for (std::uint64_t i = 1; i <= 20; ++i) waiting.events.append("bob", waiting.event("his", i, large));
  waiting.store->gate.keep_waiting(false);
  waiting.events.wait_until_idle();
  EXPECT_FALSE(waiting.store->read("hers", 1, 0, 1).is_known) << "half of the room is for others";
  const StreamPart his = waiting.store->read("his", 1, 19, 1);
  ASSERT_EQ(his.events.size(), 1U);
  EXPECT_EQ(his.events[0].number, 20U);
  // There is room again: what follows is stored, and what was removed shows as a gap.
  waiting.events.append("ada", waiting.event("hers", 41, "{}"));
  waiting.events.wait_until_idle();
  EXPECT_FALSE(waiting.store->read("hers", 1, 10, 1).is_known);
  EXPECT_TRUE(waiting.store->read("hers", 1, 40, 1).is_known);
}

TEST(SharedEvents, are_stored_once_where_the_store_fails_in_the_midst) {
  Waiting waiting;
  waiting.store->gate.is_gone = true;
  for (std::uint64_t i = 1; i <= 3; ++i) waiting.events.append("ada", waiting.event("hers", i, "{}"));
  waiting.events.remove("gone");
  waiting.events.wait_until_idle();
  waiting.events.tick();
  waiting.events.wait_until_idle();
  waiting.store->gate.is_gone = false;
  waiting.events.append("ada", waiting.event("hers", 4, "{}"));
  waiting.events.wait_until_idle();
  EXPECT_EQ(waiting.store->read("hers", 1, 0, 1000).events.size(), 4U);
  EXPECT_THAT(waiting.log.text(), HasSubstr("answers again"));
}

TEST(SharedEvents, are_stored_before_the_server_ends_and_not_afterwards) {
  Waiting waiting;
  waiting.events.append("ada", waiting.event("hers", 1, "{}"));
  waiting.events.close();
  EXPECT_TRUE(waiting.store->read("hers", 1, 0, 1000).is_known);
  waiting.events.append("ada", waiting.event("hers", 2, "{}"));
  waiting.events.read("hers", 1, 0, 1000, [](const std::optional<StreamPart>& part) { EXPECT_FALSE(part); });
  EXPECT_EQ(waiting.store->read("hers", 1, 0, 1000).events.size(), 1U);
}

}  // namespace shared_events_test
}  // namespace mcp::protocol::http
