#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/rate_limit.hpp"

namespace mcp::protocol {
namespace rate_limit_test {

using std::chrono::milliseconds;

/// A limiter and a clock that stands still unless told otherwise.
class Limited {
 public:
  explicit Limited(Rate rate, std::size_t max_keys = 100) : limiter_(rate, max_keys) {}

  void pass(std::chrono::nanoseconds time) { now_ += time; }
  /// The milliseconds to wait; 0: go ahead.
  long long take(std::string_view key = "a") { return limiter_.take(key, now_).value_or(milliseconds(0)).count(); }
  long long peek(std::string_view key = "a") { return limiter_.peek(key, now_).value_or(milliseconds(0)).count(); }
  /// How many tokens are there; they are gone afterwards.
  int drain(std::string_view key = "a") {
    int count = 0;
    while (count < 1000 && take(key) == 0) ++count;
    return count;
  }
  void refuse_for(milliseconds time, std::string_view key = "a") { limiter_.refuse_until(key, now_ + time); }
  [[nodiscard]] std::size_t size() const { return limiter_.size(); }

 private:
  RateLimiter limiter_;
  RateLimiter::TimePoint now_{std::chrono::hours(100)};
};

TEST(RateLimit, lets_a_burst_through_and_then_says_how_long_to_wait) {
  Limited calls({.per_second = 10, .burst = 3});
  EXPECT_EQ(calls.drain(), 3);
  EXPECT_EQ(calls.take(), 100);
  calls.pass(milliseconds(60));
  EXPECT_EQ(calls.take(), 40);
  calls.pass(milliseconds(40));
  EXPECT_EQ(calls.drain(), 1);
}

TEST(RateLimit, refuses_as_long_as_it_is_told_to) {
  Limited calls({.per_second = 10, .burst = 3}, 2);
  calls.refuse_for(milliseconds(1000));
  EXPECT_EQ(calls.take(), 1000) << "a key that was not known";
  EXPECT_EQ(calls.drain("b"), 3);
  calls.refuse_for(milliseconds(50), "b");
  EXPECT_EQ(calls.peek("b"), 100) << "an empty bucket has no token earlier";
  calls.refuse_for(milliseconds(300), "b");
  EXPECT_EQ(calls.peek("b"), 300);
  calls.pass(milliseconds(300));
  EXPECT_EQ(calls.drain("b"), 1) << "there is one token then";
  EXPECT_EQ(calls.take("b"), 100);
  calls.pass(milliseconds(700));
  EXPECT_EQ(calls.drain(), 1);
  calls.pass(milliseconds(1000));
  EXPECT_EQ(calls.drain(), 3) << "and then it fills as ever";
  calls.refuse_for(milliseconds(500), "c");
  EXPECT_EQ(calls.size(), 2U) << "room is made as for a call";
  EXPECT_EQ(calls.take("c"), 500);
  Limited unlimited({.per_second = 0});
  unlimited.refuse_for(milliseconds(500));
  EXPECT_EQ(unlimited.take(), 0);
}

TEST(RateLimit, refills_no_further_than_the_burst) {
  Limited calls({.per_second = 10, .burst = 3});
  EXPECT_EQ(calls.drain(), 3);
  calls.pass(milliseconds(200));
  EXPECT_EQ(calls.drain(), 2);
  calls.pass(std::chrono::hours(1));
  EXPECT_EQ(calls.drain(), 3);
}

TEST(RateLimit, lets_through_what_it_said_it_would) {
  Limited calls({.per_second = 7, .burst = 2});
  calls.drain();
  for (int i = 0; i < 50; ++i) {
    const long long wait = calls.take();
    ASSERT_GT(wait, 0);
    calls.pass(milliseconds(wait));
    ASSERT_EQ(calls.take(), 0);
  }
}

TEST(RateLimit, keeps_the_rate_over_time) {
  Limited calls({.per_second = 1000, .burst = 5});
  int passed = 0;
  for (int i = 0; i < 100'000; ++i) {
    passed += calls.take() == 0;
    calls.pass(std::chrono::microseconds(100));
  }
  EXPECT_NEAR(passed, 10'000, 6);
}

TEST(RateLimit, counts_no_refused_call) {
  Limited calls({.per_second = 1, .burst = 1});
  calls.drain();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(calls.take(), 1000);
}

TEST(RateLimit, has_a_bucket_per_key) {
  Limited calls({.per_second = 1, .burst = 2});
  EXPECT_EQ(calls.drain("a"), 2);
  EXPECT_EQ(calls.drain("b"), 2);
  EXPECT_EQ(calls.drain(""), 2);
  EXPECT_EQ(calls.take("a"), 1000);
}

TEST(RateLimit, takes_nothing_by_looking) {
  Limited calls({.per_second = 1, .burst = 1});
  EXPECT_EQ(calls.peek(), 0);
  EXPECT_EQ(calls.size(), 0U);
  EXPECT_EQ(calls.take(), 0);
  EXPECT_EQ(calls.peek(), 1000);
  calls.pass(milliseconds(1000));
  EXPECT_EQ(calls.peek(), 0);
  EXPECT_EQ(calls.take(), 0);
}

TEST(RateLimit, of_zero_is_no_limit) {
  Limited calls({.per_second = 0, .burst = 1});
  EXPECT_EQ(calls.drain(), 1000);
  EXPECT_EQ(calls.peek(), 0);
  EXPECT_EQ(calls.size(), 0U);
}

TEST(RateLimit, has_at_least_one_token) {
  for (const double burst : {0.0, -5.0, 0.5, 1.0}) EXPECT_EQ(Limited({.per_second = 1, .burst = burst}).drain(), 1);
}

TEST(RateLimit, stands_rates_beyond_reason) {
  EXPECT_EQ(Limited({.per_second = 1e-300, .burst = 1}).drain(), 1);
  EXPECT_EQ(Limited({.per_second = 1e300, .burst = 1e300}).drain(), 1000);
  Limited slow({.per_second = 1e-9, .burst = 1e300});
  EXPECT_GE(slow.drain(), 300);
  EXPECT_GT(slow.take(), 0);
}

TEST(RateLimit, stands_a_time_that_goes_back) {
  Limited calls({.per_second = 10, .burst = 2});
  EXPECT_EQ(calls.take(), 0);
  calls.pass(milliseconds(-50));
  EXPECT_EQ(calls.drain(), 0);
  EXPECT_EQ(calls.take(), 50);
}

TEST(RateLimit, forgets_full_buckets_first) {
  Limited calls({.per_second = 1, .burst = 4}, 2);
  EXPECT_EQ(calls.take("rested"), 0);
  EXPECT_EQ(calls.drain("busy"), 4);
  calls.pass(milliseconds(1500));
  EXPECT_EQ(calls.take("new"), 0);
  EXPECT_EQ(calls.size(), 2U);
  EXPECT_EQ(calls.drain("busy"), 1);
}

TEST(RateLimit, else_forgets_the_bucket_that_gives_away_least) {
  Limited calls({.per_second = 1, .burst = 4}, 3);
  EXPECT_EQ(calls.drain("empty"), 4);
  EXPECT_EQ(calls.take("one"), 0);
  EXPECT_EQ(calls.take("two"), 0);
  EXPECT_EQ(calls.take("two"), 0);
  EXPECT_EQ(calls.take("new"), 0);
  EXPECT_EQ(calls.size(), 3U);
  EXPECT_NE(calls.peek("empty"), 0);
  EXPECT_EQ(calls.drain("two"), 2);
}

TEST(RateLimit, is_not_escaped_by_coming_with_many_keys) {
  Limited calls({.per_second = 1, .burst = 2}, 50);
  EXPECT_EQ(calls.drain("greedy"), 2);
  for (int i = 0; i < 10'000; ++i) EXPECT_EQ(calls.take("key " + std::to_string(i)), 0);
  EXPECT_EQ(calls.size(), 50U);
  EXPECT_EQ(calls.take("greedy"), 1000);
}

TEST(RateLimit, keeps_at_least_one_bucket) {
  Limited calls({.per_second = 1, .burst = 1}, 0);
  EXPECT_EQ(calls.drain("a"), 1);
  EXPECT_EQ(calls.drain("b"), 1);
  EXPECT_EQ(calls.size(), 1U);
}

TEST(RateLimit, forgets_as_its_rule_says_whatever_comes) {
  // Against a plain list of buckets, of which the fullest is searched.
  constexpr std::size_t kKeys = 8;
  struct Bucket {
    std::string key;
    long long full_at;
  };
  std::vector<Bucket> model;
  RateLimiter limiter({.per_second = 1000, .burst = 4}, kKeys);
  long long now = 0;
  std::uint32_t state = 1;
  const auto random = [&state](std::uint32_t below) { return ((state = state * 1664525 + 1013904223) >> 16) % below; };
  for (int i = 0; i < 50'000; ++i) {
    now += random(3) == 0 ? random(2000) : 1;  // microseconds, rarely two buckets of one time
    const std::string key(1, static_cast<char>('a' + random(12)));
    const bool passed = !limiter.take(key, RateLimiter::TimePoint(std::chrono::microseconds(now)));
    const auto is_key = [&](const Bucket& bucket) { return bucket.key == key; };
    auto bucket = std::find_if(model.begin(), model.end(), is_key);
    if (bucket == model.end()) {
      if (model.size() == kKeys) {
        const auto fuller = [](const Bucket& a, const Bucket& b) { return a.full_at < b.full_at; };
        model.erase(std::min_element(model.begin(), model.end(), fuller));
      }
      bucket = model.insert(model.end(), {key, now});
    }
    const long long full_at = std::max(bucket->full_at, now) + 1000;
    ASSERT_EQ(passed, full_at - now <= 4000) << i;
    if (passed) bucket->full_at = full_at;
  }
}

TEST(RateLimit, gives_no_token_twice_to_several_threads) {
  RateLimiter limiter({.per_second = 1e-3, .burst = 1000}, 10);
  std::atomic<int> passed = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&limiter, &passed] {
      for (int call = 0; call < 1000; ++call) passed += !limiter.take("a", RateLimiter::TimePoint());
    });
  }
  threads.clear();
  EXPECT_EQ(passed, 1000);
}

TEST(TooManyCalls, says_when_to_try_again) {
  EXPECT_EQ(too_many_calls(milliseconds(1200)), "Too many calls: try again in 1.2 s.");
  EXPECT_EQ(too_many_calls(milliseconds(1201)), "Too many calls: try again in 1.3 s.");
  EXPECT_EQ(too_many_calls(milliseconds(1)), "Too many calls: try again in 0.1 s.");
  EXPECT_EQ(too_many_calls(milliseconds(0)), "Too many calls: try again in 0.1 s.");
  EXPECT_EQ(too_many_calls(milliseconds(60'000)), "Too many calls: try again in 60.0 s.");
}

TEST(TokenBucket, gives_as_many_tokens_as_its_rate_and_burst_allow) {
  static RateLimiter::TimePoint now;
  TokenBucket bucket({10, 3}, [] { return now; });
  for (int i = 0; i < 3; ++i) EXPECT_EQ(bucket.take(), std::nullopt) << i;
  EXPECT_EQ(bucket.take(), std::chrono::milliseconds(100));
  now += std::chrono::milliseconds(50);
  EXPECT_EQ(bucket.take(), std::chrono::milliseconds(50));
  now += std::chrono::milliseconds(50);
  EXPECT_EQ(bucket.take(), std::nullopt);
  EXPECT_NE(bucket.take(), std::nullopt);
  now += std::chrono::hours(1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(bucket.take(), std::nullopt) << i;
  EXPECT_NE(bucket.take(), std::nullopt) << "no more than the burst is saved up";
}

}  // namespace rate_limit_test
}  // namespace mcp::protocol
