#include "transport/threads/timer_thread.hpp"

#include <algorithm>

namespace mcp::transport {

namespace {

/// Longer than any process lives, and far below the largest time of the clock.
constexpr std::chrono::hours kLongest{24 * 365 * 30};

}  // namespace

TimerThread::~TimerThread() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    change_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

void TimerThread::start(protocol::Timer& timer, std::chrono::nanoseconds delay) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::ceil<std::chrono::steady_clock::duration>(
                                                               std::min<std::chrono::nanoseconds>(delay, kLongest));
  const std::lock_guard lock(mutex_);
  if (!thread_.joinable()) thread_ = std::thread([this] { expire_in_turn(); });
  timer.deadline = deadline;
  const auto place = started_.insert(&timer).first;
  if (place == started_.begin()) change_.notify_one();
}

void TimerThread::cancel(protocol::Timer& timer) noexcept {
  std::unique_lock lock(mutex_);
  if (expiring_ == &timer && std::this_thread::get_id() != thread_.get_id()) {
    over_.wait(lock, [this, before = expired_] { return expired_ != before; });
  }
  started_.erase(&timer);
}

void TimerThread::expire_in_turn() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    if (started_.empty()) {
      change_.wait(lock);
      continue;
    }
    protocol::Timer* const next = *started_.begin();
    if (std::chrono::steady_clock::now() < next->deadline) {
      const auto deadline = next->deadline;  // the timer may be gone while we wait
      change_.wait_until(lock, deadline);
      continue;
    }
    started_.erase(started_.begin());
    expiring_ = next;
    lock.unlock();
    next->expired();  // it may be gone now
    lock.lock();
    expiring_ = nullptr;
    ++expired_;
    over_.notify_all();
  }
}

}  // namespace mcp::transport
