// How many jobs of a pool are not over, and waiting until none is.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace mcp::transport {

/// Counts jobs that a thread runs and jobs that are held, which go on without one. Every function is called under one
/// mutex of the owner's.
class UnfinishedJobs {
 public:
  void on_started() noexcept { ++running_; }
  void on_returned() noexcept { --running_; }
  void on_held() noexcept { ++held_; }
  /// Wakes drain() if nothing is held any more, under the mutex: the owner may be gone as soon as it is released.
  void on_released() noexcept {
    if (--held_ == 0) notify();
  }
  /// The queue is empty: wakes drain() if nothing runs.
  void on_queue_empty() noexcept {
    if (running_ == 0) notify();
  }

  [[nodiscard]] bool any_held() const noexcept { return held_ != 0; }

  /// Waits until `queue_empty()` and no job runs or is held; false if `deadline` passes first. `lock` holds the owner's
  /// mutex.
  template <class F>
  [[nodiscard]] bool drain(std::unique_lock<std::mutex>& lock, std::chrono::steady_clock::time_point deadline,
                           F queue_empty) {
    ++draining_;
    const bool drained =
        drained_.wait_until(lock, deadline, [&] { return queue_empty() && running_ == 0 && held_ == 0; });
    --draining_;
    return drained;
  }

 private:
  void notify() noexcept {
    if (draining_ != 0) drained_.notify_all();
  }

  std::size_t running_ = 0;   // jobs
  std::size_t held_ = 0;      // jobs
  std::size_t draining_ = 0;  // threads in drain()
  std::condition_variable drained_;
};

}  // namespace mcp::transport
