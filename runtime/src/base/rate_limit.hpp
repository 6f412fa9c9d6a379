// How many calls each client may make: a token bucket per key, in bounded memory.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mcp::protocol {

struct Rate {
  double per_second = 0;  ///< tokens that flow into a bucket, at least one a day; 0: no limit at all
  double burst = 1;       ///< tokens that a full bucket holds, at least 1 and at most a year of them
};

/// A bucket for each key: a principal, or the address of a peer. At most `max_keys` buckets are kept. When a new key
/// needs room, the fullest bucket is forgotten, as if it were full: a full one if there is any, else the one that gives
/// away least. Who comes with ever new keys thus pushes out those keys, and not the client that has used up its tokens.
///
/// Time is whatever the caller says it is; it may differ a little between threads. Thread-safe.
class RateLimiter {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  using Milliseconds = std::chrono::milliseconds;

  RateLimiter(Rate rate, std::size_t max_keys);

  /// Takes a token: nothing means go ahead. Otherwise there is none, and one will be there after the time returned.
  [[nodiscard]] std::optional<Milliseconds> take(std::string_view key, TimePoint now);
  /// What take() would return.
  [[nodiscard]] std::optional<Milliseconds> peek(std::string_view key, TimePoint now) const;
  /// How many buckets are kept.
  [[nodiscard]] std::size_t size() const;

 private:
  using Nanoseconds = std::chrono::nanoseconds;

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view key) const noexcept { return std::hash<std::string_view>()(key); }
  };
  /// A bucket is the time at which it will be full, or was. Every token taken moves that time.
  using Buckets = std::unordered_map<std::string, TimePoint, Hash, std::equal_to<>>;

  /// A bucket in the order in which they become full. `full_at` may be behind the times: it is put right when the
  /// bucket comes to the front, so that taking a token costs no reordering.
  struct Ranked {
    TimePoint full_at;
    Buckets::value_type* bucket;
  };
  static bool later(const Ranked& a, const Ranked& b) noexcept { return a.full_at > b.full_at; }

  [[nodiscard]] std::optional<Milliseconds> wait(TimePoint full_at, TimePoint now) const noexcept;
  void add(std::string_view key, TimePoint full_at);
  void forget_fullest();

  const bool limited_;
  const Nanoseconds interval_;  // between two tokens
  const Nanoseconds capacity_;  // in which an empty bucket becomes full
  const std::size_t max_keys_;
  mutable std::mutex mutex_;
  Buckets buckets_;
  std::vector<Ranked> ranking_;  // a heap, the earliest in front
};

/// The bucket of one client alone. It looks at the clock only where the tokens that it knows of are used up. Not
/// thread-safe.
class TokenBucket {
 public:
  using TimePoint = RateLimiter::TimePoint;
  using Clock = TimePoint (*)();

  /// `rate` as for RateLimiter.
  explicit TokenBucket(Rate rate, Clock clock = &std::chrono::steady_clock::now);

  /// Takes a token: nothing means go ahead. Otherwise there is none, and one will be there after the time returned.
  [[nodiscard]] std::optional<std::chrono::milliseconds> take() {
    if (known_ >= 1) {
      known_ -= 1;
      return std::nullopt;
    }
    return refill();
  }

 private:
  [[nodiscard]] std::optional<std::chrono::milliseconds> refill();

  const Rate rate_;
  const Clock clock_;
  double known_;  // tokens
  TimePoint filled_;
};

/// What a refused client is told: "Too many calls: try again in 1.2 s."
[[nodiscard]] std::string too_many_calls(std::chrono::milliseconds wait);

}  // namespace mcp::protocol
