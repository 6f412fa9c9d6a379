// Tools with `.timeout_ms`, on every kind of end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "calls/call_table.hpp"
#include "judged_peer.hpp"
#include "own_tools.hpp"
#include "transport/threads/timer_thread.hpp"
#include "transport/threads/worker_pool.hpp"

namespace mcp::protocol {
namespace timeouts_test {

using testing::HasSubstr;
using namespace std::chrono_literals;
using namespace testing_support;

using Manual = OwnPeer<ManualExecutor, ManualTimers>;
using Threads = OwnPeer<transport::WorkerPool, transport::TimerThread>;

detail::Handler with_timeout(std::string_view name, std::uint32_t milliseconds) {
  detail::Handler tool = fixture_tool(name);
  tool.timeout_ms = milliseconds;
  return tool;
}

constexpr std::string_view kLate =
    R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"The tool did not finish within 50 ms; )"
    R"(ask for less, or try again later."}],"isError":true}})";

TEST(Timeouts, answer_a_call_that_was_not_started_and_keep_it_from_being_started) {
  Manual peer({with_timeout("count", 50)});
  EXPECT_EQ(peer.ask(call("1", "count")), "");
  peer.timers.advance(49ms);
  EXPECT_EQ(peer.answers(), "");
  peer.timers.advance(1ms);
  EXPECT_EQ(peer.answers(), kLate);
  EXPECT_EQ(peer.log.text(), "tool count did not finish within 50 ms\n");
  peer.executor.run_one();
  EXPECT_EQ(peer.answers(), "");
  EXPECT_EQ(peer.stage.count(), 1) << "the tool was not called";
}

TEST(Timeouts, leave_alone_what_was_answered_or_cancelled_in_time) {
  Manual peer({with_timeout("count", 50)});
  peer.ask(call("1", "count"));
  peer.executor.run_one();
  EXPECT_THAT(peer.answers(), HasSubstr(R"({"result":1})"));
  EXPECT_EQ(peer.timers.started(), 0U);
  peer.ask(call("1", "count"));
  peer.ask(cancel("1"));
  peer.timers.advance(1s);
  peer.executor.run_one();
  EXPECT_EQ(peer.answers(), "");
  EXPECT_EQ(peer.timers.started(), 0U);
}

TEST(Timeouts, know_a_slot_that_is_used_again_by_its_new_call) {
  Manual peer({with_timeout("count", 50), fixture_tool("add")});
  for (int round = 0; round < 3; ++round) {
    peer.ask(call("1", "count"));
    peer.timers.advance(40ms);
    peer.executor.run_one();
    EXPECT_THAT(peer.answers(), HasSubstr(R"("id":1)"));
    peer.ask(call("2", "add", R"({"a":1,"b":2})"));
    peer.timers.advance(40ms);
    peer.executor.run_one();
    EXPECT_THAT(peer.answers(), HasSubstr(R"({"result":3})"));
  }
}

TEST(Timeouts, ask_a_running_handler_to_stop_and_drop_what_it_returns) {
  Threads peer({with_timeout("hold", 50)}, std::size_t{2});
  peer.ask(call("1", "hold"));
  EXPECT_EQ(peer.client.outbox().take_one(), kLate);
  peer.stage.wait_until_stopped(1);
  ASSERT_TRUE(peer.executor.drain(std::chrono::steady_clock::now() + 1min));
  EXPECT_EQ(peer.answers(), "");
}

TEST(Timeouts, answer_for_a_handler_that_is_deaf_to_them_whose_slot_stays_taken) {
  Threads peer({with_timeout("stuck", 50)}, std::size_t{1});
  peer.ask(call("1", "stuck"));
  peer.ask(call("2", "stuck"));
  std::string both = peer.client.outbox().take_one() + peer.client.outbox().take_one();
  EXPECT_THAT(both, HasSubstr(kLate));
  EXPECT_THAT(both, HasSubstr(R"("id":2)"));
  peer.stage.release();
}

TEST(Timeouts, answer_once_however_close_they_are_to_the_end_of_the_handler) {
  Threads peer({with_timeout("count", 1)}, std::size_t{4});
  constexpr int kCalls = 500;
  for (int i = 0; i < kCalls; ++i) peer.client.send(call(std::to_string(i), "count"));
  ASSERT_TRUE(peer.executor.drain(std::chrono::steady_clock::now() + 1min));
  EXPECT_EQ(peer.client.outbox().take_all().size(), std::size_t{kCalls});
}

TEST(Timeouts, answer_a_batch_of_calls_as_one) {
  Manual peer({with_timeout("count", 50)});
  testing_support::JudgedPeer client(peer.dispatcher, peer.executor);
  client.exchange(initialize("2025-03-26"));
  client.send("[" + call("1", "count") + "," + call("2", "count") + "]");
  peer.executor.run_one();
  EXPECT_TRUE(client.outbox().take_all().empty());
  peer.timers.advance(50ms);
  const auto answers = client.outbox().take_all();
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_THAT(answers[0], HasSubstr(R"({\"result\":1})"));
  EXPECT_THAT(answers[0], HasSubstr("did not finish within 50 ms"));
  peer.executor.run_one();
}

}  // namespace timeouts_test
}  // namespace mcp::protocol
