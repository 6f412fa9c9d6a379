#include "scheduling/executor.hpp"

namespace mcp::protocol {

void InlineExecutor::submit(Job& first) {
  std::unique_lock lock(mutex_);
  (last_ != nullptr ? last_->next : first_) = &first;
  for (last_ = &first; last_->next != nullptr; last_ = last_->next) {
  }
  change_.notify_one();
  if (running_) return;
  running_ = true;
  while (true) {
    change_.wait(lock, [this] { return first_ != nullptr || held_ == 0; });
    if (first_ == nullptr) break;
    Job* const job = first_;
    first_ = job->next;
    if (first_ == nullptr) last_ = nullptr;
    job->next = nullptr;
    lock.unlock();
    job->run(scratch_);
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
