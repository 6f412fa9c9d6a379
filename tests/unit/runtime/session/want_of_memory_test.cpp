#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/world.hpp"
#include "peer.hpp"
#include "scarce_memory.hpp"

namespace mcp::protocol {
namespace want_of_memory_test {

using namespace testing_support;
using testing::HasSubstr;

class WantOfMemory : public testing::Test {
 protected:
  void SetUp() override {
    if (!ScarceMemory::kAvailable) GTEST_SKIP() << "the sanitizer's allocations cannot fail";
  }
};

/// Does `what` with its first allocation failing, then its second, until it is done without a failure; `after` each
/// time.
template <class Before, class What, class After>
void with_each_allocation_failing(Before&& before, What&& what, After&& after) {
  for (const bool from_there_on : {false, true}) {
    for (std::size_t nth = 0;; ++nth) {
      ASSERT_LT(nth, 5000U);
      before();
      try {
        const ScarceMemory scarce(nth, from_there_on);
        what();
      } catch (const std::bad_alloc&) {
        // In what a transport does under guard.
      }
      after();
      if (!ScarceMemory::was_met()) break;
    }
  }
}

TEST_F(WantOfMemory, ends_one_message_of_a_stream_and_nothing_else) {
  for (const std::string& message :
       {call("2", "count"), call("2", "add", R"({"a":1,"b":"x"})"), request("2", "tools/list"), request("2", "nope"),
        call("2", "fail"), std::string("{"), "[" + call("2", "count") + "," + call("3", "count") + "]"}) {
    Peer<> peer;
    (void)peer.ask(initialize("2025-03-26"));
    const std::string line = message + "\n";
    with_each_allocation_failing([] {}, [&] { peer.client.send_bytes(line); },
                                 [&] {
                                   (void)peer.client.outbox().take_all();
                                   ASSERT_THAT(peer.ask(request("7", "ping")), HasSubstr(R"("id":7,"result":{})"))
                                       << message;
                                 });
  }
}

TEST_F(WantOfMemory, ends_one_request_over_http_and_nothing_else) {
  using namespace http;
  for (const bool here : {true, false}) {
    for (const Sent& sent : {modern_call("count"), modern_call("fail"), modern("tools/list"), modern("nope"),
                             Sent{.body = initialize("2025-11-25")}, Sent{.body = "{"}}) {
      World world;
      std::shared_ptr<Client> client;
      const auto go_on = [&] {
        world.loop_resources.calls.submit(world.executor);
        while (world.executor.run_one()) {
        }
        world.loop.run();
      };
      with_each_allocation_failing([&] { client = world.client(); },
                                   [&] {
                                     World::with(sent,
                                                 [&](const http::Request& request) { client->exchange.take(request); });
                                     world.loop.open = here;  // else answers go by way of the event loop
                                     go_on();
                                   },
                                   [&] {
                                     go_on();
                                     world.loop.open = true;
                                     client->exchange.tick(world.loop.time);
                                     ASSERT_FALSE(client->exchange.waits()) << sent.body;
                                     client->exchange.client_gone();
                                     ASSERT_EQ(client.use_count(), 1) << "nothing keeps it";
                                     ASSERT_THAT(world.ask({.verb = Verb::Get, .path = "/healthz"}), HasSubstr("ok"));
                                   });
    }
  }
}

TEST_F(WantOfMemory, ends_one_request_of_a_session_over_http_and_nothing_else) {
  using namespace http;
  World world;
  const auto go_on = [&] {
    world.loop_resources.calls.submit(world.executor);
    while (world.executor.run_one()) {
    }
    world.loop.run();
  };
  const std::function<Sent(const std::string&)> requests[] = {
      [](const std::string& session) { return of_session(session, call("1", "count")); },
      [](const std::string& session) { return of_session(session, request("1", "tools/list")); },
      [](const std::string& session) { return of_session(session, "[1"); },
      [](const std::string& session) {
        return of_session(session, R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
      },
      [](const std::string& session) {
        return Sent{.verb = Verb::Get, .version = "2025-11-25", .session = session, .accept = "text/event-stream"};
      },
      [](const std::string& session) {
        return Sent{.verb = Verb::Delete, .version = "2025-11-25", .session = session};
      },
  };
  for (const auto& make : requests) {
    std::string session;
    std::shared_ptr<Client> client;
    Sent sent;
    with_each_allocation_failing(
        [&] {
          session = world.open();
          client = world.client();
          sent = make(session);
        },
        [&] {
          World::with(sent, [&](const http::Request& request) { client->exchange.take(request); });
          go_on();
        },
        [&] {
          go_on();
          client->exchange.tick(world.loop.time);
          client->exchange.client_gone();
          ASSERT_EQ(client.use_count(), 1) << "nothing keeps it: " << sent.body;
          const std::string ended = world.ask({.verb = Verb::Delete, .version = "2025-11-25", .session = session});
          ASSERT_THAT(ended, testing::AnyOf(HasSubstr("204 "), HasSubstr("404 "))) << "the session can be ended";
          ASSERT_EQ(world.endpoint.sessions().size(), 0U);
        });
  }
}

}  // namespace want_of_memory_test
}  // namespace mcp::protocol
