#include "scheduling/executor.hpp"

namespace mcp::protocol {

void InlineExecutor::submit(Job& first) {
  std::unique_lock lock(mutex_);
  queue_.push(first);
  change_.notify_one();
  if (!running_) run_jobs(lock);
}

/// It must not be held while submit() waits for what is.
void InlineExecutor::submit_held(Job& job) {
  {
    const std::lock_guard lock(mutex_);
    --held_;
  }
  submit(job);
}

void InlineExecutor::run_until_released() {
  std::unique_lock lock(mutex_);
  if (!running_) run_jobs(lock);
}

void InlineExecutor::run_jobs(std::unique_lock<std::mutex>& lock) {
  running_ = true;
  while (true) {
    change_.wait(lock, [this] { return !queue_.empty() || held_ == 0; });
    if (queue_.empty()) break;
    Job& job = queue_.pop();
    lock.unlock();
    job.run(scratch_);
    scratch_.trim();
    lock.lock();
  }
  running_ = false;
}

void InlineExecutor::hold() noexcept {
  const std::lock_guard lock(mutex_);
  ++held_;
}

void InlineExecutor::release() noexcept {
  const std::lock_guard lock(mutex_);
  --held_;
  change_.notify_one();
}

}  // namespace mcp::protocol
