// What is to happen later: the seam between the protocol core, which has no clock, and a thread that waits.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace mcp::protocol {

/// Something that happens once, some time after it was armed. Whoever arms it keeps it alive until it expired or was
/// disarmed.
class Alarm {
 public:
  /// On the thread of the Timers, which waits for it: no place to wait or to compute. May arm and disarm any alarm,
  /// itself too, and may destroy itself.
  virtual void expired() noexcept = 0;

  /// The business of the Timers that it is armed with.
  std::chrono::steady_clock::time_point deadline;

 protected:
  ~Alarm() = default;
};

/// Lets alarms expire, one after the other. Implementations say who may call from which thread.
class Timers {
 public:
  /// `alarm`, which is not armed, expires after `delay`. It may expire before this returns.
  virtual void arm(Alarm& alarm, std::chrono::nanoseconds delay) = 0;

  /// Afterwards `alarm` is not armed and does not expire; if it is expiring just now, waits until that is over, unless
  /// that is what calls. Does nothing for an alarm that is not armed.
  virtual void disarm(Alarm& alarm) noexcept = 0;

 protected:
  ~Timers() = default;
};

/// Time passes when told to: for tests. Not thread-safe.
class ManualTimers final : public Timers {
 public:
  void arm(Alarm& alarm, std::chrono::nanoseconds delay) override {
    alarm.deadline = now_ + std::chrono::duration_cast<std::chrono::steady_clock::duration>(delay);
    armed_.push_back(&alarm);
  }
  void disarm(Alarm& alarm) noexcept override { std::erase(armed_, &alarm); }

  /// Lets expire what is due by then, in the order of the deadlines.
  void advance(std::chrono::nanoseconds time) {
    const auto end = now_ + std::chrono::duration_cast<std::chrono::steady_clock::duration>(time);
    while (true) {
      const auto next = std::ranges::min_element(armed_, {}, &Alarm::deadline);
      if (next == armed_.end() || (*next)->deadline > end) break;
      Alarm& alarm = **next;
      armed_.erase(next);
      now_ = std::max(now_, alarm.deadline);
      alarm.expired();
    }
    now_ = end;
  }

  [[nodiscard]] std::size_t armed() const noexcept { return armed_.size(); }

 private:
  std::vector<Alarm*> armed_;
  std::chrono::steady_clock::time_point now_;
};

}  // namespace mcp::protocol
