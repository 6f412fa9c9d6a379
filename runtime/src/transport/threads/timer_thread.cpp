#include "transport/threads/timer_thread.hpp"

#include <algorithm>

namespace mcp::transport {

namespace {

/// Longer than any process lives, and far from where the clock's numbers end.
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

void TimerThread::arm(protocol::Alarm& alarm, std::chrono::nanoseconds delay) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::ceil<std::chrono::steady_clock::duration>(
                                                               std::min<std::chrono::nanoseconds>(delay, kLongest));
  const std::lock_guard lock(mutex_);
  if (!thread_.joinable()) thread_ = std::thread([this] { expire_in_turn(); });
  alarm.deadline = deadline;
  const auto place = armed_.insert(&alarm).first;
  if (place == armed_.begin()) change_.notify_one();
}

void TimerThread::disarm(protocol::Alarm& alarm) noexcept {
  std::unique_lock lock(mutex_);
  if (expiring_ == &alarm && std::this_thread::get_id() != thread_.get_id()) {
    over_.wait(lock, [this, before = expired_] { return expired_ != before; });
  }
  armed_.erase(&alarm);
}

void TimerThread::expire_in_turn() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    if (armed_.empty()) {
      change_.wait(lock);
      continue;
    }
    protocol::Alarm* const next = *armed_.begin();
    if (std::chrono::steady_clock::now() < next->deadline) {
      const auto deadline = next->deadline;  // the alarm may be gone while we wait
      change_.wait_until(lock, deadline);
      continue;
    }
    armed_.erase(armed_.begin());
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
