// A limit on calls that servers share, if they have a store for it.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <mcp/rate_store.hpp>

#include "base/log_sink.hpp"
#include "base/rate_limit.hpp"

namespace mcp::protocol {

/// Limits by a RateLimiter of its own, whose buckets lose the tokens that the store says are gone. Thread-safe; no
/// function waits for the store, but the destructor waits for a report that is on its way.
class SharedRateLimiter {
 public:
  using TimePoint = RateLimiter::TimePoint;
  using Milliseconds = RateLimiter::Milliseconds;

  /// `limit` names it in the store. Null: there is no store. `log` outlives it.
  SharedRateLimiter(std::string_view limit, Rate rate, std::size_t max_keys, std::shared_ptr<RateStore> store,
                    LogSink& log);
  ~SharedRateLimiter();
  SharedRateLimiter(const SharedRateLimiter&) = delete;
  SharedRateLimiter& operator=(const SharedRateLimiter&) = delete;

  /// Takes a token: nothing means go ahead. Otherwise the time after which one may be there.
  [[nodiscard]] std::optional<Milliseconds> take(std::string_view key, TimePoint now);
  /// The value that take() would return. Takes no token.
  [[nodiscard]] std::optional<Milliseconds> peek(std::string_view key, TimePoint now) const {
    return own_.peek(key, now);
  }

  /// Waits until the store has answered for every token that was taken before, or has failed. For tests.
  void wait_for_reports();

 private:
  class Reports;

  RateLimiter own_;
  const std::unique_ptr<Reports> reports_;  // null: there is no store
};

}  // namespace mcp::protocol
