#include "scheduling/latency_history.hpp"

#include <gtest/gtest.h>

namespace mcp::protocol {
namespace latency_history_test {

using namespace std::chrono_literals;

int runs_on_pool(LatencyHistory& history) {
  int runs = 0;
  while (history.next_goes_to_pool()) ++runs;
  return runs;
}

TEST(LatencyHistory, leaves_quick_jobs_where_they_are) {
  LatencyHistory history;
  EXPECT_FALSE(history.next_goes_to_pool());
  for (int i = 0; i < 10; ++i) history.add(10us);
  EXPECT_FALSE(history.next_goes_to_pool());
}

TEST(LatencyHistory, forgives_a_single_slow_run) {
  LatencyHistory history;
  history.add(1ms);
  history.add(10us);
  history.add(1ms);
  EXPECT_FALSE(history.next_goes_to_pool());
}

TEST(LatencyHistory, sends_slow_jobs_to_the_pool_and_twice_as_many_after_each_trial_that_fails) {
  LatencyHistory history;
  history.add(1ms);
  history.add(1ms);
  EXPECT_EQ(runs_on_pool(history), 64);
  history.add_slow();
  EXPECT_EQ(runs_on_pool(history), 128);
  for (int i = 0; i < 20; ++i) history.add_slow();
  EXPECT_EQ(runs_on_pool(history), 1 << 16);
}

TEST(LatencyHistory, starts_from_the_beginning_after_a_trial_that_was_quick) {
  LatencyHistory history;
  history.add_slow();
  history.add_slow();
  EXPECT_EQ(runs_on_pool(history), 128);
  history.add(10us);
  history.add_slow();
  EXPECT_EQ(runs_on_pool(history), 64);
}

}  // namespace latency_history_test
}  // namespace mcp::protocol
