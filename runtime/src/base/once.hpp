// Something that is done once, by the first thread that needs it.
#pragma once

#include <atomic>
#include <mutex>
#include <utility>

namespace mcp::protocol {

/// As std::once_flag, for what may throw: then it is done by the next thread that needs it. std::call_once() waits for
/// ever after an exception where pthread_once() does not know exceptions (musl, the thread sanitizer).
class Once {
 public:
  /// When this returns, `what` was done, and the caller sees what it wrote.
  template <class F>
  void run(F&& what) {
    if (is_done_.load(std::memory_order_acquire)) return;
    const std::lock_guard lock(mutex_);
    if (is_done_.load(std::memory_order_relaxed)) return;
    std::forward<F>(what)();
    is_done_.store(true, std::memory_order_release);
  }

 private:
  std::atomic<bool> is_done_{false};
  std::mutex mutex_;
};

}  // namespace mcp::protocol
