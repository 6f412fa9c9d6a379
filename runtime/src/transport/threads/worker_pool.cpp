#include "transport/threads/worker_pool.hpp"

#include <algorithm>
#include <exception>

namespace mcp::transport {

namespace {

constexpr std::chrono::milliseconds kGrowAfter{1};     // before workers are added
constexpr std::chrono::milliseconds kCapacityWait{5};  // while no job is started

}  // namespace

WorkerPool::WorkerPool(std::size_t max_workers, PoolListener* listener)
    : max_workers_(std::max<std::size_t>(max_workers, 1)), listener_(listener) {
  workers_.reserve(max_workers_);
  workers_.emplace_back([this] { work(); });
  supervisor_ = std::thread([this] { supervise(); });
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    work_.notify_all();
    attention_.notify_all();
  }
  supervisor_.join();  // first, since it adds workers
  for (std::thread& worker : workers_) worker.join();
}

void WorkerPool::submit(protocol::Job& first) {
  bool wake_worker = false;
  bool wake_supervisor = false;
  {
    const std::lock_guard lock(mutex_);
    progress_.on_submitted(queue_.push(first));
    wake_worker = sleeping_ > 0;
    // A woken worker wakes the supervisor itself if it leaves jobs behind.
    wake_supervisor = !wake_worker && !supervising_;
  }
  if (wake_worker) {
    work_.notify_one();
  } else if (wake_supervisor) {
    attention_.notify_one();
  }
}

bool WorkerPool::wait_for_capacity() {
  std::unique_lock lock(mutex_);
  return progress_.wait_for_half(lock, kCapacityWait);
}

void WorkerPool::work() {
  protocol::WorkerScratch scratch;
  std::unique_lock lock(mutex_);
  while (true) {
    if (!queue_.empty()) {
      run_oldest(lock, scratch);
    } else if (unsent_ && listener_ != nullptr) {
      unsent_ = false;
      lock.unlock();
      listener_->burst_over();
      lock.lock();
    } else {
      unfinished_.on_queue_empty();
      if (ending_ && !unfinished_.any_held()) return;
      ++sleeping_;
      work_.wait(lock);
      --sleeping_;
    }
  }
}

void WorkerPool::run_oldest(std::unique_lock<std::mutex>& lock, protocol::WorkerScratch& scratch) {
  protocol::Job& job = queue_.pop();
  unfinished_.on_started();
  progress_.on_started();
  const bool last = queue_.empty();
  const bool send_first = last && unsent_;  // the job may take its time
  if (send_first) unsent_ = false;
  if (!last && !supervising_) attention_.notify_one();
  lock.unlock();
  if (listener_ != nullptr) {
    if (send_first) listener_->burst_over();
    listener_->before_job();
  }
  job.run(scratch);
  scratch.trim();
  if (listener_ != nullptr) listener_->after_job();
  lock.lock();
  unfinished_.on_returned();
  unsent_ = true;
}

void WorkerPool::supervise() {
  std::unique_lock lock(mutex_);
  std::size_t started = progress_.started();
  while (!ending_) {
    if (queue_.empty()) {
      supervising_ = false;
      attention_.wait(lock);
      started = progress_.started();
      continue;
    }
    supervising_ = true;
    attention_.wait_for(lock, kGrowAfter);
    if (!queue_.empty() && started == progress_.started() && !ending_) {
      if (listener_ != nullptr) {
        lock.unlock();
        listener_->stalled();
        lock.lock();
      }
      add_workers();
    }
    started = progress_.started();
  }
}

void WorkerPool::add_workers() {
  const std::size_t busy = workers_.size() - sleeping_;
  const std::size_t wanted = std::max<std::size_t>(busy, 1);
  for (std::size_t i = 0; i < std::min(wanted, sleeping_); ++i) work_.notify_one();
  if (sleeping_ >= wanted) return;
  std::size_t missing = std::min(wanted - sleeping_, max_workers_ - workers_.size());
  for (; missing > 0; --missing) {
    try {
      // The new thread waits for the lock we hold.
      workers_.emplace_back([this] { work(); });
    } catch (const std::exception&) {
      return;  // as many as the system allows, and its memory
    }
  }
}

void WorkerPool::hold() noexcept {
  const std::lock_guard lock(mutex_);
  unfinished_.on_held();
}

void WorkerPool::release() noexcept {
  // Notified under the lock: the pool may be gone as soon as nothing is held.
  const std::lock_guard lock(mutex_);
  unfinished_.on_released();
  if (ending_ && !unfinished_.any_held()) work_.notify_all();
}

bool WorkerPool::drain(std::chrono::steady_clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  return unfinished_.drain(lock, deadline, [this] { return queue_.empty(); });
}

void WorkerPool::drain() {
  while (!drain(std::chrono::steady_clock::now() + std::chrono::hours(1))) {
  }
}

std::size_t WorkerPool::workers() const {
  const std::lock_guard lock(mutex_);
  return workers_.size();
}

}  // namespace mcp::transport
