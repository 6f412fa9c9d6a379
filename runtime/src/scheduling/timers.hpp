// What is to happen later: the seam between the protocol core, which has no clock, and a thread that waits.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace mcp::protocol {

/// Something that happens once, some time after it was started. It must live until it has expired or was
/// cancelled.
class Timer {
 public:
  /// On the thread of the Timers, which waits for it: no place to wait or to compute. May start and cancel any timer,
  /// itself too, and may destroy itself.
  virtual void expired() noexcept = 0;

  /// The business of the Timers that it is started with.
  std::chrono::steady_clock::time_point deadline;

 protected:
  ~Timer() = default;
};

/// Lets timers expire, one after the other. Implementations say who may call from which thread.
class Timers {
 public:
  /// `timer`, which is not running, expires after `delay`. It may expire before this returns.
  virtual void start(Timer& timer, std::chrono::nanoseconds delay) = 0;

  /// Afterwards `timer` is not running and does not expire; if it is expiring just now, waits until that is over,
  /// unless that is what calls. Does nothing for a timer that is not running.
  virtual void cancel(Timer& timer) noexcept = 0;

 protected:
  ~Timers() = default;
};

/// Time passes when told to: for tests. Not thread-safe.
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
