// An executor of a program whose jobs a test runs when it wants to.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <mcp/executor.hpp>

namespace testing_support {

/// Thread-safe.
class KeptJobs final : public mcp::Executor {
 public:
  void post(std::function<void()> job) override {
    const std::lock_guard lock(mutex_);
    if (refuses_) throw std::runtime_error("no more jobs today");
    jobs_.push_back(std::move(job));
    posted_.notify_all();
  }

  /// Takes the oldest job, once there is one.
  [[nodiscard]] std::function<void()> take() {
    std::unique_lock lock(mutex_);
    posted_.wait(lock, [this] { return !jobs_.empty(); });
    std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    return job;
  }
  void run_one() { take()(); }
  [[nodiscard]] std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return jobs_.size();
  }
  void wait_until(std::size_t count) {
    std::unique_lock lock(mutex_);
    posted_.wait(lock, [&] { return jobs_.size() >= count; });
  }
  void refuse() {
    const std::lock_guard lock(mutex_);
    refuses_ = true;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<std::function<void()>> jobs_;
  bool refuses_ = false;
};

}  // namespace testing_support
