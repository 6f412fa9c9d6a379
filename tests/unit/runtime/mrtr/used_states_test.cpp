#include <gtest/gtest.h>

#include <chrono>

#include "mrtr/used_states.hpp"

namespace used_states_test {

using mcp::StateUse;
using mcp::protocol::MemoryUsedStates;
using namespace std::chrono_literals;

constexpr MemoryUsedStates::TimePoint kNow{1000s};

TEST(UsedStates, take_each_once) {
  MemoryUsedStates states;
  EXPECT_EQ(states.use("a", "", kNow + 10s, kNow), StateUse::First);
  EXPECT_EQ(states.use("b", "", kNow + 10s, kNow), StateUse::First);
  EXPECT_EQ(states.use("a", "", kNow + 10s, kNow), StateUse::Again);
}

TEST(UsedStates, take_each_once_in_the_moments_of_its_end_too) {
  MemoryUsedStates states;
  EXPECT_EQ(states.use("a", "", kNow, kNow), StateUse::First);
  for (const auto later : {0ns, 1ns, 999'999ns, 1'000'000ns, 1'000'000'000ns}) {
    const auto now = kNow + std::chrono::duration_cast<MemoryUsedStates::TimePoint::duration>(later);
    EXPECT_EQ(states.use("a", "", kNow, now), StateUse::Again) << later.count();
  }
}

TEST(UsedStates, forget_what_has_expired_a_minute_ago) {
  MemoryUsedStates states;
  EXPECT_EQ(states.use("a", "", kNow + 10s, kNow), StateUse::First);
  EXPECT_EQ(states.use("b", "", kNow + 100s, kNow + 70s), StateUse::First);
  EXPECT_EQ(states.size(), 2U);
  EXPECT_EQ(states.use("c", "", kNow + 100s, kNow + 71s), StateUse::First);
  EXPECT_EQ(states.size(), 2U);
  EXPECT_EQ(states.use("b", "", kNow + 100s, kNow + 71s), StateUse::Again);
}

TEST(UsedStates, reopen_nothing_when_the_clock_steps_back) {
  MemoryUsedStates states;
  EXPECT_EQ(states.use("a", "", kNow + 10s, kNow), StateUse::First);
  EXPECT_EQ(states.use("b", "", kNow + 1h, kNow + 30min), StateUse::First);
  EXPECT_EQ(states.size(), 1U);
  EXPECT_EQ(states.use("a", "", kNow + 10s, kNow + 1s), StateUse::Again);
  EXPECT_EQ(states.use("b", "", kNow + 1h, kNow + 1s), StateUse::Again);
  EXPECT_EQ(states.use("c", "", kNow + 11s, kNow + 1s), StateUse::First);
}

TEST(UsedStates, say_that_there_is_no_room_to_remember) {
  MemoryUsedStates states(2);
  EXPECT_EQ(states.use("a", "ada", kNow + 10s, kNow), StateUse::First);
  EXPECT_EQ(states.use("b", "ada", kNow + 10s, kNow), StateUse::ShareIsFull);
  EXPECT_EQ(states.use("b", "eve", kNow + 10s, kNow), StateUse::First);
  EXPECT_EQ(states.use("c", "bob", kNow + 10s, kNow), StateUse::AllIsFull);
  EXPECT_EQ(states.use("a", "ada", kNow + 10s, kNow), StateUse::Again);
  EXPECT_EQ(states.use("c", "bob", kNow + 100s, kNow + 71s), StateUse::First) << "what was refused was not used";
}

TEST(UsedStates, have_all_room_for_whoever_is_alone) {
  MemoryUsedStates states(2);
  EXPECT_EQ(states.use("a", "", kNow, kNow), StateUse::First);
  EXPECT_EQ(states.use("b", "", kNow, kNow), StateUse::First);
  EXPECT_EQ(states.use("c", "", kNow, kNow), StateUse::AllIsFull);
}

}  // namespace used_states_test
