// The rate limit on calls: a token bucket per client, in bounded memory.
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

#include <mcp/rate_store.hpp>

namespace mcp::protocol {

using mcp::Rate;

/// A token bucket for each key: a principal, or the address of a peer. At most `max_keys` buckets are kept. To make
/// room for a new key, the fullest bucket is removed. A client that uses ever new keys thus displaces its own buckets,
/// not the bucket of a client that has used up its tokens.
///
/// The caller passes the time, which may differ a little between threads. Thread-safe.
class RateLimiter {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  using Milliseconds = std::chrono::milliseconds;

  RateLimiter(Rate rate, std::size_t max_keys);

  /// Takes a token: nothing means go ahead. Otherwise there is none, and one will be there after the time returned.
  [[nodiscard]] std::optional<Milliseconds> take(std::string_view key, TimePoint now);
  /// The value that take() would return. Takes no token.
  [[nodiscard]] std::optional<Milliseconds> peek(std::string_view key, TimePoint now) const;
  /// Takes so many tokens that the next one is there at `time`, which may be later than an empty bucket would have it,
  /// if it would be there earlier.
  void refuse_until(std::string_view key, TimePoint time);
  /// The number of buckets that are kept.
  [[nodiscard]] std::size_t size() const;

 private:
  using Nanoseconds = std::chrono::nanoseconds;

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view key) const noexcept { return std::hash<std::string_view>()(key); }
  };
  /// A bucket is represented by the time at which it will be full, or was. Every token taken moves that time.
  using Buckets = std::unordered_map<std::string, TimePoint, Hash, std::equal_to<>>;

  /// An entry of the heap of buckets, ordered by the time at which they become full. `full_at` may be outdated. It is
  /// corrected when the bucket reaches the front, so that taking a token does not reorder the heap.
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

/// The token bucket of a single client. It reads the clock only when its known tokens are used up. Not thread-safe.
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

/// The error text for a refused client: "Too many calls: try again in 1.2 s."
[[nodiscard]] std::string too_many_calls(std::chrono::milliseconds wait);

}  // namespace mcp::protocol
