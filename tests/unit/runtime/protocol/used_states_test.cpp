#include <mcp/protocol/used_states.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace used_states_test {

using mcp::protocol::MemoryUsedStates;
using namespace std::chrono_literals;

constexpr MemoryUsedStates::TimePoint kNow{1000s};

TEST(UsedStates, take_each_once) {
  MemoryUsedStates states;
  EXPECT_TRUE(states.use("a", kNow + 10s, kNow));
  EXPECT_TRUE(states.use("b", kNow + 10s, kNow));
  EXPECT_FALSE(states.use("a", kNow + 10s, kNow));
}

TEST(UsedStates, forget_what_has_expired) {
  MemoryUsedStates states;
  EXPECT_TRUE(states.use("a", kNow + 10s, kNow));
  EXPECT_TRUE(states.use("b", kNow + 30s, kNow + 20s));
  EXPECT_EQ(states.size(), 1U);
  EXPECT_FALSE(states.use("b", kNow + 30s, kNow + 20s));
}

TEST(UsedStates, refuse_what_they_could_not_remember) {
  MemoryUsedStates states(1);
  EXPECT_TRUE(states.use("a", kNow + 10s, kNow));
  EXPECT_FALSE(states.use("b", kNow + 10s, kNow));
  EXPECT_TRUE(states.use("b", kNow + 30s, kNow + 20s));
}

}  // namespace used_states_test
