// Alarms by the steady clock: one thread that sleeps until the next one is due.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <set>
#include <thread>

#include "scheduling/timers.hpp"

namespace mcp::transport {

/// Exact to about a millisecond, as long as alarms are quick. The thread starts with the first alarm. Thread-safe.
class TimerThread final : public protocol::Timers {
 public:
  TimerThread() = default;
  /// No alarm may be armed any more.
  ~TimerThread();
  TimerThread(const TimerThread&) = delete;
  TimerThread& operator=(const TimerThread&) = delete;

  /// Throws std::bad_alloc, and std::system_error where the system has no thread left.
  void arm(protocol::Alarm& alarm, std::chrono::nanoseconds delay) override;
  void disarm(protocol::Alarm& alarm) noexcept override;

 private:
  struct Earlier {
    bool operator()(const protocol::Alarm* a, const protocol::Alarm* b) const noexcept {
      return a->deadline != b->deadline ? a->deadline < b->deadline : std::less<>()(a, b);
    }
  };

  void expire_in_turn();

  std::mutex mutex_;
  std::condition_variable change_;  // the thread: an earlier alarm, or the end
  std::condition_variable over_;    // disarm(): an alarm has expired
  std::set<protocol::Alarm*, Earlier> armed_;
  const protocol::Alarm* expiring_ = nullptr;
  std::size_t expired_ = 0;  // alarms, ever
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace mcp::transport
