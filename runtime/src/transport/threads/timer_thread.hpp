// Timers by the steady clock: one thread that sleeps until the next one is due.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <set>
#include <thread>

#include "scheduling/timers.hpp"

namespace mcp::transport {

/// Exact to about a millisecond, as long as Timer::expired() returns quickly. The thread starts with the first timer.
/// Thread-safe.
class TimerThread final : public protocol::Timers {
 public:
  TimerThread() = default;
  /// No timer may be started during or after this.
  ~TimerThread();
  TimerThread(const TimerThread&) = delete;
  TimerThread& operator=(const TimerThread&) = delete;

  /// Throws std::bad_alloc, and std::system_error if the system has no thread left.
  void start(protocol::Timer& timer, std::chrono::nanoseconds delay) override;
  void cancel(protocol::Timer& timer) noexcept override;

 private:
  struct Earlier {
    bool operator()(const protocol::Timer* a, const protocol::Timer* b) const noexcept {
      return a->deadline != b->deadline ? a->deadline < b->deadline : std::less<>()(a, b);
    }
  };

  void expire_in_turn();

  std::mutex mutex_;
  std::condition_variable change_;  // the thread: an earlier timer, or the end
  std::condition_variable over_;    // cancel(): a timer has expired
  std::set<protocol::Timer*, Earlier> started_;
  const protocol::Timer* expiring_ = nullptr;
  std::size_t expired_ = 0;  // timers, ever
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace mcp::transport
