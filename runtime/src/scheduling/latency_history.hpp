// How long jobs of one kind took of late.
#pragma once

#include <atomic>
#include <chrono>

namespace mcp::protocol {

/// For executors that run quick jobs where they are submitted and slow ones elsewhere. Thread-safe; its owner outlives
/// the jobs.
///
///     quick ──two slow runs in a row, or one that was held up──▶ on the pool, for 64 runs
///       ▲                                                              │
///       ├──the trial is quick──  one trial  ◀──all of them were run────┘
///                                    └──the trial is slow──▶ on the pool, for twice as many runs
///
/// The counters are relaxed: they are hints that order nothing, and a lost update costs one run in the wrong place.
struct LatencyHistory {
  /// Whether the next run is one for the pool; counts it.
  [[nodiscard]] bool next_goes_to_pool() noexcept {
    const int left = pooled_runs_left.load(std::memory_order_relaxed);
    if (left == 0) return false;
    pooled_runs_left.store(left - 1, std::memory_order_relaxed);
    return true;
  }

  /// A run elsewhere than on the pool took `time`.
  void add(std::chrono::steady_clock::duration time) noexcept;

  /// Jobs of this kind are slow: the next runs go to the pool.
  void add_slow() noexcept;

  /// How many of the next runs go to the pool; zero: jobs of this kind are quick, or one is to be tried.
  std::atomic<int> pooled_runs_left{0};
  /// What `pooled_runs_left` was set to last; zero once a job proved to be quick again.
  std::atomic<int> pooled_runs{0};
  /// In a row: a single one may be the machine's fault.
  std::atomic<int> slow_runs{0};
};

}  // namespace mcp::protocol
