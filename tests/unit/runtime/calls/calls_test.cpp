#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "calls/call_table.hpp"
#include "peer.hpp"

namespace mcp::protocol {
namespace calls_test {

using testing::HasSubstr;
using testing::Not;
using namespace testing_support;

template <class Executor = InlineExecutor>
struct Ready : Peer<Executor> {
  explicit Ready(const Limits& limits = {}) : Peer<Executor>(limits) { this->ask(initialize("2025-11-25")); }
};

TEST(Calls, keep_big_and_over_aligned_arguments_apart_from_small_ones) {
  Ready peer;
  std::string cells = "1";
  for (int i = 1; i < 64; ++i) cells += ",1";
  for (int round = 0; round < 3; ++round) {
    EXPECT_THAT(peer.ask(call("1", "trace", R"({"matrix":{"cells":[)" + cells + "]}}")), HasSubstr(R"({"result":8})"));
    EXPECT_THAT(peer.ask(call("2", "add", R"({"a":1,"b":2})")), HasSubstr(R"({"result":3})"));
  }
}

TEST(Calls, reach_the_bound_object) {
  Ready peer;
  EXPECT_THAT(peer.ask(call("1", "count")), HasSubstr(R"({"result":1})"));
  EXPECT_EQ(peer.stage.count(), 2);
}

TEST(Calls, tell_the_log_and_not_the_client_what_an_exception_says) {
  Ready peer;
  EXPECT_THAT(peer.ask(call("1", "crash")), Not(HasSubstr("42")));
  EXPECT_EQ(peer.log.text(), "tool crash failed: the secret is 42\n");
}

TEST(Calls, bound_the_size_of_results) {
  Ready peer(Limits{.max_in_flight = 8, .max_result = 1000});
  EXPECT_THAT(peer.ask(call("1", "repeat", R"({"text":"x","times":900})")), Not(HasSubstr("isError")));
  const std::string answer = peer.ask(call("2", "repeat", R"({"text":"x","times":2000})"));
  EXPECT_THAT(answer, HasSubstr(R"("isError":true)"));
  EXPECT_THAT(answer, HasSubstr("more than the limit of 1000"));
}

TEST(Calls, refuse_one_more_than_the_limit_as_busy_and_take_more_when_one_is_done) {
  Ready<ManualExecutor> peer(Limits{.max_in_flight = 2, .max_result = 1000});
  EXPECT_EQ(peer.ask(call("1", "count")), "");
  EXPECT_EQ(peer.ask(call("2", "count")), "");
  EXPECT_THAT(peer.ask(call("3", "count")), HasSubstr("busy"));
  EXPECT_EQ(peer.ask(request("4", "ping")), R"({"jsonrpc":"2.0","id":4,"result":{}})");
  peer.executor.run_one();
  EXPECT_THAT(peer.ask(call("5", "count")), HasSubstr(R"("id":1)"));
  EXPECT_EQ(peer.executor.queued(), 2U);
  while (peer.executor.run_one()) {
  }
}

TEST(Calls, refuse_one_more_when_the_messages_in_flight_are_too_big_and_take_more_when_one_is_done) {
  Ready<ManualExecutor> peer(Limits{.max_in_flight_bytes = 3000});
  const std::string big = call("1", "echo", R"({"text":")" + std::string(2000, 'x') + "\"}");
  EXPECT_EQ(peer.ask(big), "");
  EXPECT_EQ(peer.ask(big), "");
  const std::string refused = peer.ask(call("3", "count"));
  EXPECT_THAT(refused, HasSubstr("busy with calls of 3000 bytes"));
  peer.executor.run_one();
  EXPECT_THAT(peer.ask(call("4", "count")), Not(HasSubstr("busy")));
  while (peer.executor.run_one()) {
  }
}

TEST(Calls, bigger_than_the_bytes_in_flight_run_alone) {
  Ready peer(Limits{.max_in_flight_bytes = 1000});
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(peer.ask(call("1", "echo", R"({"text":")" + std::string(2000, 'x') + "\"}")),
              text_result("1", std::string(2000, 'x')));
  }
}

TEST(Calls, that_failed_to_decode_free_their_slot) {
  Ready peer(Limits{.max_in_flight = 1, .max_result = 1000});
  for (int i = 0; i < 5; ++i) EXPECT_THAT(peer.ask(call("1", "add", R"({"a":"x"})")), HasSubstr("$.a"));
  EXPECT_THAT(peer.ask(call("1", "add", R"({"a":1,"b":1})")), HasSubstr(R"({"result":2})"));
}

TEST(Calls, cancelled_while_queued_are_not_started) {
  Ready<ManualExecutor> peer;
  peer.ask(call("1", "count"));
  peer.ask(call("2", "count"));
  peer.ask(cancel("1"));
  peer.executor.run_one();
  EXPECT_TRUE(peer.client.outbox().take_all().empty());
  peer.executor.run_one();
  EXPECT_THAT(peer.client.outbox().take_all(), testing::ElementsAre(HasSubstr(R"({"result":1})")));
}

TEST(Calls, cancelled_after_they_were_answered_stay_answered) {
  Ready<ManualExecutor> peer;
  peer.ask(call("1", "count"));
  peer.executor.run_one();
  peer.ask(cancel("1"));
  EXPECT_EQ(peer.client.outbox().take_all().size(), 0U);  // the answer came with the cancellation's exchange
  peer.ask(call("1", "count"));
  peer.executor.run_one();
  EXPECT_EQ(peer.client.outbox().take_all().size(), 1U);
}

TEST(Calls, see_their_cancellation_and_that_of_no_other) {
  Ready<ManualExecutor> peer;
  peer.ask(call("1", "cancelled"));
  peer.ask(call("2", "cancelled"));
  peer.ask(cancel("1"));
  while (peer.executor.run_one()) {
  }
  EXPECT_THAT(peer.client.outbox().take_all(), testing::ElementsAre(HasSubstr(R"({"result":false})")));
}

TEST(Calls, asked_to_stop_at_the_end_are_still_answered) {
  Ready<ManualExecutor> peer;
  peer.ask(call("1", "cancelled"));
  peer.client.close();
  peer.executor.run_one();
  EXPECT_THAT(peer.client.outbox().take_all(), testing::ElementsAre(HasSubstr(R"({"result":true})")));
}

TEST(Calls, forget_an_old_stop_when_their_slot_is_used_again) {
  Ready<ManualExecutor> peer(Limits{.max_in_flight = 1, .max_result = 1000});
  peer.ask(call("1", "cancelled"));
  peer.ask(cancel("1"));
  peer.executor.run_one();
  peer.ask(call("1", "cancelled"));
  peer.executor.run_one();
  EXPECT_THAT(peer.client.outbox().take_all(), testing::ElementsAre(HasSubstr(R"({"result":false})")));
}

}  // namespace calls_test
}  // namespace mcp::protocol
