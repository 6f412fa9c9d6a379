#include "stores/shared_rate_limiter.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/world.hpp"
#include "seams/memory_rate_store.hpp"

namespace mcp::protocol::http {
namespace shared_rate_limiter_test {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr SharedRateLimiter::TimePoint kNow{1h};
constexpr Rate kSlow{0.001, 100};

/// Counts in memory. Tells how many tokens were taken, and fails or waits when told to.
class WatchedStore final : public RateStore {
 public:
  void spend(std::string_view limit, const Rate& rate, std::span<RateUse> uses) override {
    {
      std::unique_lock lock(mutex_);
      is_asked_ = true;
      changed_.notify_all();
      changed_.wait(lock, [&] { return !is_held_; });
      if (fails_) throw std::runtime_error("the store cannot be reached");
      largest_ = std::max(largest_, uses.size());
    }
    memory_.spend(limit, rate, uses);
    const std::lock_guard lock(mutex_);
    for (const RateUse& use : uses) taken_ += use.count;
    changed_.notify_all();
  }
  void fail(bool fails) {
    const std::lock_guard lock(mutex_);
    fails_ = fails;
  }
  /// Calls wait until they are no longer held.
  void hold(bool is_held) {
    const std::lock_guard lock(mutex_);
    is_held_ = is_held;
    is_asked_ = false;
    changed_.notify_all();
  }
  void wait_until_asked() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_asked_; });
  }
  void wait_until_taken(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return taken_ >= count; });
  }
  std::size_t largest() const {
    const std::lock_guard lock(mutex_);
    return largest_;
  }

 private:
  seams::MemoryRateStore memory_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t taken_ = 0, largest_ = 0;
  bool fails_ = false, is_held_ = false, is_asked_ = false;
};

/// Takes tokens, and waits until the store knows of them. Returns how many there were.
int take(SharedRateLimiter& limiter, std::string_view key, int count) {
  int taken = 0;
  while (taken < count && !limiter.take(key, kNow)) ++taken;
  limiter.wait_for_reports();
  return taken;
}

TEST(SharedRateLimiter, is_a_limiter_of_its_own_without_a_store) {
  NoLog log;
  SharedRateLimiter limiter("calls", {0.001, 2}, 10, nullptr, log);
  EXPECT_EQ(take(limiter, "ada", 10), 2);
  EXPECT_EQ(limiter.peek("ada", kNow), limiter.take("ada", kNow));
  EXPECT_FALSE(limiter.peek("bob", kNow));
}

TEST(SharedRateLimiter, counts_the_calls_of_all_servers) {
  testing_support::KeptLog log;
  const auto store = std::make_shared<WatchedStore>();
  SharedRateLimiter first("calls", kSlow, 10, store, log), second("calls", kSlow, 10, store, log);
  EXPECT_EQ(take(first, "ada", 70), 70);
  EXPECT_EQ(take(second, "ada", 29), 29);
  EXPECT_FALSE(second.peek("ada", kNow)) << "one token is left";
  EXPECT_EQ(take(second, "ada", 1), 1);
  EXPECT_TRUE(second.peek("ada", kNow));
  EXPECT_LE(*second.take("ada", kNow), 1000s);
  EXPECT_GT(*second.take("ada", kNow), 900s);
  EXPECT_FALSE(second.take("bob", kNow)) << "others are not refused";
  // The other one hears of it by its next call, which is admitted: that is the slack.
  EXPECT_EQ(take(first, "ada", 1), 1);
  EXPECT_GT(*first.take("ada", kNow), 1900s) << "that call is counted nevertheless";
  EXPECT_EQ(log.text(), "");
}

TEST(SharedRateLimiter, admits_again_when_the_time_has_passed) {
  NoLog log;
  const auto store = std::make_shared<WatchedStore>();
  SharedRateLimiter first("calls", {0.01, 50}, 10, store, log), second("calls", {0.01, 50}, 10, store, log);
  EXPECT_EQ(take(first, "ada", 50), 50);
  EXPECT_EQ(take(second, "ada", 1), 1);
  const auto wait = second.peek("ada", kNow);
  ASSERT_TRUE(wait);
  EXPECT_TRUE(second.take("ada", kNow + *wait - 1s));
  EXPECT_FALSE(second.take("ada", kNow + *wait));
  EXPECT_TRUE(second.take("ada", kNow + *wait)) << "there is one token, though this server has admitted few calls";
}

TEST(SharedRateLimiter, keeps_limits_apart) {
  NoLog log;
  const auto store = std::make_shared<WatchedStore>();
  SharedRateLimiter calls("calls", kSlow, 10, store, log), sessions("sessions", kSlow, 10, store, log);
  EXPECT_EQ(take(calls, "ada", 100), 100);
  EXPECT_TRUE(calls.peek("ada", kNow));
  EXPECT_EQ(take(sessions, "ada", 99), 99);
  EXPECT_FALSE(sessions.peek("ada", kNow));
}

TEST(SharedRateLimiter, limits_by_itself_while_the_store_fails) {
  testing_support::KeptLog log;
  const auto store = std::make_shared<WatchedStore>();
  store->fail(true);
  SharedRateLimiter limiter("calls", {0.001, 5}, 10, store, log);
  EXPECT_EQ(take(limiter, "ada", 3), 3);
  EXPECT_EQ(take(limiter, "ada", 10), 2);
  const std::string line =
      "the store of call rates failed, so this server limits calls by itself: the store cannot be reached\n";
  EXPECT_EQ(log.text(), line) << "it is said once";
  store->fail(false);
  EXPECT_FALSE(limiter.take("bob", kNow));
  limiter.wait_for_reports();
  EXPECT_EQ(log.text(), line + "the store of call rates answers again\n");
}

TEST(SharedRateLimiter, never_waits_for_the_store) {
  NoLog log;
  const auto store = std::make_shared<WatchedStore>();
  SharedRateLimiter limiter("calls", {0.001, 5}, 10, store, log);
  store->hold(true);
  EXPECT_FALSE(limiter.take("ada", kNow));
  store->wait_until_asked();
  // The store answers after all of this.
  for (int i = 0; i < 4; ++i) EXPECT_FALSE(limiter.take("ada", kNow));
  EXPECT_TRUE(limiter.take("ada", kNow)) << "its own limit holds meanwhile";
  EXPECT_TRUE(limiter.peek("ada", kNow));
  EXPECT_FALSE(limiter.peek("bob", kNow));
  store->hold(false);
  limiter.wait_for_reports();
  store->wait_until_taken(5);
}

TEST(SharedRateLimiter, reports_many_keys_in_parts) {
  constexpr std::size_t kKeys = 2500;
  NoLog log;
  const auto store = std::make_shared<WatchedStore>();
  SharedRateLimiter limiter("calls", kSlow, kKeys, store, log);
  store->hold(true);
  EXPECT_FALSE(limiter.take("first", kNow));
  store->wait_until_asked();
  for (std::size_t i = 0; i < kKeys + 10; ++i) EXPECT_FALSE(limiter.take(std::to_string(i), kNow));
  store->hold(false);
  store->wait_until_taken(1 + kKeys);  // what is beyond the keys that are kept is counted here alone
  limiter.wait_for_reports();
  EXPECT_EQ(store->largest(), 1000U);
}

TEST(SharedRateLimiter, is_shared_by_threads) {
  constexpr int kThreads = 4, kTakes = 500;
  NoLog log;
  const auto store = std::make_shared<WatchedStore>();
  SharedRateLimiter limiter("calls", {0.001, kThreads * kTakes}, 10, store, log);
  std::atomic<int> admitted = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&] {
        for (int take = 0; take < kTakes; ++take) admitted += !limiter.take("ada", kNow);
      });
    }
  }
  EXPECT_EQ(admitted, kThreads * kTakes);
  store->wait_until_taken(kThreads * kTakes);
  limiter.wait_for_reports();
  EXPECT_TRUE(limiter.take("ada", kNow));
}

TEST(SharedRateLimiter, counts_the_calls_of_two_endpoints) {
  const auto store = std::make_shared<WatchedStore>();
  World first({.calls = kSlow}, {}, {.rate_store = store}), second({.calls = kSlow}, {}, {.rate_store = store});
  const auto call = [](World& world) {
    const auto client = world.client();
    const std::string at_once = world.take(*client, modern_call("count"));
    world.run_calls();
    return at_once + client->paper.take();
  };
  for (int i = 0; i < 100; ++i) EXPECT_THAT(call(first), Not(StartsWith("429 ")));
  store->wait_until_taken(100);
  // The second endpoint has heard of that at the latest when its second report has been answered.
  std::size_t admitted = 0;
  std::string answer;
  for (; admitted < 100; ++admitted) {
    answer = call(second);
    if (answer.starts_with("429 ")) break;
    store->wait_until_taken(100 + admitted + 1);
  }
  EXPECT_LE(admitted, 2U);
  EXPECT_THAT(answer, HasSubstr("Too many calls: try again in "));
}

}  // namespace shared_rate_limiter_test
}  // namespace mcp::protocol::http
