// A store of call rates in memory, for the tests' store process and for servers of one process.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include <mcp/rate_store.hpp>

namespace seams {

/// Keeps every bucket that was ever used.
class MemoryRateStore final : public mcp::RateStore {
 public:
  void spend(std::string_view limit, const mcp::Rate& rate, std::span<mcp::RateUse> uses) override {
    using std::chrono::nanoseconds;
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard lock(mutex_);
    for (mcp::RateUse& use : uses) {
      const auto made = buckets_.try_emplace({std::string(limit), std::string(use.key)}, Bucket{rate.burst, now});
      Bucket& bucket = made.first->second;
      const double seconds = std::chrono::duration<double>(now - bucket.filled).count();
      bucket.filled = now;
      bucket.tokens = std::min(rate.burst, bucket.tokens + seconds * rate.per_second);
      bucket.tokens = std::max(-rate.burst, bucket.tokens - use.count);
      const double missing = std::max(0.0, 1 - bucket.tokens);
      use.wait = nanoseconds(std::llround(missing / rate.per_second * 1e9));
    }
  }

 private:
  struct Bucket {
    double tokens;
    std::chrono::steady_clock::time_point filled;
  };

  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, Bucket> buckets_;  // by limit and key
};

}  // namespace seams
