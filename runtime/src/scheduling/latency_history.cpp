#include "scheduling/latency_history.hpp"

#include <algorithm>

namespace mcp::protocol {

namespace {

/// A job that takes longer costs its neighbours more than a hand-over to another thread would.
constexpr std::chrono::microseconds kQuick{100};
/// How many runs on the pool follow a slow one; each trial that fails doubles them.
constexpr int kPooledRuns = 64;
constexpr int kMaxPooledRuns = 1 << 16;

}  // namespace

void LatencyHistory::add(std::chrono::steady_clock::duration time) noexcept {
  const int slow_in_a_row = slow_runs.load(std::memory_order_relaxed);
  if (time > kQuick) {
    if (slow_in_a_row == 0) return slow_runs.store(1, std::memory_order_relaxed);
    return add_slow();
  }
  if (slow_in_a_row != 0 || pooled_runs.load(std::memory_order_relaxed) != 0) {
    slow_runs.store(0, std::memory_order_relaxed);
    pooled_runs.store(0, std::memory_order_relaxed);
  }
}

void LatencyHistory::add_slow() noexcept {
  const int runs = std::clamp(pooled_runs.load(std::memory_order_relaxed) * 2, kPooledRuns, kMaxPooledRuns);
  pooled_runs.store(runs, std::memory_order_relaxed);
  pooled_runs_left.store(runs, std::memory_order_relaxed);
}

}  // namespace mcp::protocol
