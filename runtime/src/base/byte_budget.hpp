// A limit on memory that many users share.
#pragma once

#include <atomic>
#include <cstddef>

namespace mcp::protocol {

/// Counts bytes. Thread-safe.
class ByteBudget {
 public:
  /// `limit` in bytes.
  explicit ByteBudget(std::size_t limit) noexcept : limit_(limit) {}

  /// Counts `bytes` more. If that would exceed the limit, counts nothing and returns false.
  [[nodiscard]] bool take(std::size_t bytes) noexcept {
    std::size_t used = used_.load(std::memory_order_relaxed);
    do {
      if (bytes > limit_ || used > limit_ - bytes) return false;
    } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
    return true;
  }
  /// Counts `bytes` more even beyond the limit, for a caller that frees memory afterwards.
  void add(std::size_t bytes) noexcept { used_.fetch_add(bytes, std::memory_order_relaxed); }
  void give_back(std::size_t bytes) noexcept { used_.fetch_sub(bytes, std::memory_order_relaxed); }

  [[nodiscard]] std::size_t limit() const noexcept { return limit_; }
  [[nodiscard]] std::size_t used() const noexcept { return used_.load(std::memory_order_relaxed); }
  /// Whether the count has reached or exceeded the limit.
  [[nodiscard]] bool spent() const noexcept { return used() >= limit_; }

 private:
  const std::size_t limit_;
  std::atomic<std::size_t> used_{0};
};

}  // namespace mcp::protocol
