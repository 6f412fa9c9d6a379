// How many jobs of a queue were submitted and how many of them started.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace mcp::transport {

/// Every function is called under one mutex of the owner's.
class QueueProgress {
 public:
  void on_submitted(std::size_t jobs) noexcept { submitted_ += jobs; }
  void on_started() noexcept {
    if (++started_ == awaited_) reached_.notify_one();
  }

  /// Jobs, ever.
  [[nodiscard]] std::size_t started() const noexcept { return started_; }

  /// Waits until half of the jobs that are queued now have started, `step` at most while none is started, and ten times
  /// `step` in all; whether they have. One thread at a time; `lock` holds the owner's mutex.
  [[nodiscard]] bool wait_for_half(std::unique_lock<std::mutex>& lock, std::chrono::milliseconds step);

 private:
  std::size_t submitted_ = 0;  // jobs, ever
  std::size_t started_ = 0;    // of those
  std::size_t awaited_ = 0;    // how many started jobs wait_for_half() waits for
  std::condition_variable reached_;
};

}  // namespace mcp::transport
