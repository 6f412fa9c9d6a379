// How many objects of a kind there are, and waiting until there is none.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace mcp::transport {

/// Thread-safe.
class ObjectCount {
 public:
  /// The first member of an object that is counted: it is the last one to be destroyed, so that an object that is not
  /// counted any more uses nothing of what it was made with.
  class Counted {
   public:
    /// `count` outlives it.
    explicit Counted(ObjectCount& count) : count_(count) {
      const std::lock_guard lock(count_.mutex_);
      ++count_.count_;
    }
    ~Counted() {
      // Notified under the lock: the count may be gone as soon as it is 0.
      const std::lock_guard lock(count_.mutex_);
      if (--count_.count_ == 0) count_.none_.notify_all();
    }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

   private:
    ObjectCount& count_;
  };

  [[nodiscard]] std::size_t get() const {
    const std::lock_guard lock(mutex_);
    return count_;
  }
  /// False if there are some at `deadline`.
  [[nodiscard]] bool wait_until_none(std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    return none_.wait_until(lock, deadline, [this] { return count_ == 0; });
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable none_;
  std::size_t count_ = 0;
};

}  // namespace mcp::transport
