// An executor and timers that do what a test tells them, when it tells them.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

#include "scheduling/executor.hpp"
#include "scheduling/timers.hpp"

namespace mcp::protocol {

/// Runs jobs when told to, in the order of their arrival.
/// Not thread-safe.
class ManualExecutor final : public Executor {
 public:
  void submit(Job& first) override { queued_ += queue_.push(first); }

  /// Runs the oldest job; false if there is none.
  bool run_one() {
    if (queue_.empty()) return false;
    --queued_;
    queue_.pop().run(scratch_);
    scratch_.trim();
    return true;
  }

  /// Runs the newest job; the others keep their order. There must be one.
  void run_newest() {
    Job* newest = queue_.pop_all();
    while (newest->next != nullptr) {
      Job* const older = std::exchange(newest, newest->next);
      older->next = nullptr;
      queue_.push(*older);
    }
    --queued_;
    newest->run(scratch_);
    scratch_.trim();
  }

  [[nodiscard]] std::size_t queued() const noexcept { return queued_; }

 private:
  WorkerScratch scratch_;
  JobQueue queue_;
  std::size_t queued_ = 0;  // jobs
};

/// Time passes when told to. Not thread-safe.
class ManualTimers final : public Timers {
 public:
  void start(Timer& timer, std::chrono::nanoseconds delay) override {
    timer.deadline = now_ + std::chrono::duration_cast<std::chrono::steady_clock::duration>(delay);
    started_.push_back(&timer);
  }
  void cancel(Timer& timer) noexcept override { std::erase(started_, &timer); }

  /// Lets expire what is due by then, in the order of the deadlines.
  void advance(std::chrono::nanoseconds time) {
    const auto end = now_ + std::chrono::duration_cast<std::chrono::steady_clock::duration>(time);
    while (true) {
      const auto next = std::ranges::min_element(started_, {}, &Timer::deadline);
      if (next == started_.end() || (*next)->deadline > end) break;
      Timer& timer = **next;
      started_.erase(next);
      now_ = std::max(now_, timer.deadline);
      timer.expired();
    }
    now_ = end;
  }

  [[nodiscard]] std::size_t started() const noexcept { return started_.size(); }

 private:
  std::vector<Timer*> started_;
  std::chrono::steady_clock::time_point now_;
};

}  // namespace mcp::protocol
