// Timers: the interface between the protocol core, which has no clock, and a thread that waits.
#pragma once

#include <chrono>

namespace mcp::protocol {

/// Something that happens once, some time after it was started. It must live until it has expired or was cancelled.
class Timer {
 public:
  /// Called on the thread of the Timers, so it must not wait or compute. May start and cancel any timer,
  /// itself too, and may destroy itself.
  virtual void expired() noexcept = 0;

  /// For the Timers that it is started with.
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
  /// unless it calls this itself. Does nothing for a timer that is not running.
  virtual void cancel(Timer& timer) noexcept = 0;

 protected:
  ~Timers() = default;
};

}  // namespace mcp::protocol
