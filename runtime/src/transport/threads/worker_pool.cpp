#include "transport/threads/worker_pool.hpp"

#include <algorithm>
#include <exception>

namespace mcp::transport {

namespace {

constexpr std::chrono::milliseconds kGrowAfter{1};  // before workers are added
constexpr std::chrono::milliseconds kCourtesy{5};   // of a reader, while no job is started
constexpr int kCourtesies = 10;                     // in a row, while some are

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
  supervisor_.join();  // first: it is the one who adds workers
  for (std::thread& worker : workers_) worker.join();
}

void WorkerPool::submit(protocol::Job& first) {
  bool wake_worker = false;
  bool wake_supervisor = false;
  {
    const std::lock_guard lock(mutex_);
    (last_ != nullptr ? last_->next : first_) = &first;
    ++submitted_;
    for (last_ = &first; last_->next != nullptr; last_ = last_->next) ++submitted_;
    wake_worker = sleeping_ > 0;
    // A woken worker wakes the supervisor itself if it leaves jobs behind.
    wake_supervisor = !wake_worker && !watching_;
  }
  if (wake_worker) {
    work_.notify_one();
  } else if (wake_supervisor) {
    attention_.notify_one();
  }
}

bool WorkerPool::wait_for_capacity() {
  std::unique_lock lock(mutex_);
  const std::size_t queued = submitted_ - started_;
  room_at_ = started_ + (queued + 1) / 2;
  for (int i = 0; i < kCourtesies; ++i) {
    const std::size_t before = started_;
    if (room_.wait_for(lock, kCourtesy, [this] { return started_ >= room_at_; })) return true;
    if (started_ == before) return false;
  }
  return false;
}

void WorkerPool::work() {
  protocol::WorkerScratch scratch;
  std::unique_lock lock(mutex_);
  while (true) {
    if (first_ == nullptr) {
      if (unsent_ && listener_ != nullptr) {
        unsent_ = false;
        lock.unlock();
        listener_->burst_over();
        lock.lock();
        continue;
      }
      if (running_ == 0 && draining_ > 0) idle_.notify_all();
      if (ending_ && held_ == 0) return;
      ++sleeping_;
      work_.wait(lock);
      --sleeping_;
      continue;
    }
    protocol::Job* const job = first_;
    first_ = job->next;
    if (first_ == nullptr) last_ = nullptr;
    job->next = nullptr;
    ++running_;
    if (++started_ == room_at_) room_.notify_one();
    const bool last = first_ == nullptr;
    const bool send_first = last && unsent_;  // the job may take its time
    if (send_first) unsent_ = false;
    if (!last && !watching_) attention_.notify_one();
    lock.unlock();
    if (listener_ != nullptr) {
      if (send_first) listener_->burst_over();
      listener_->before_job();
    }
    job->run(scratch);
    scratch.trim();
    if (listener_ != nullptr) listener_->after_job();
    lock.lock();
    --running_;
    unsent_ = true;
  }
}

void WorkerPool::supervise() {
  std::unique_lock lock(mutex_);
  std::size_t started = started_;
  while (!ending_) {
    if (first_ == nullptr) {
      watching_ = false;
      attention_.wait(lock);
      started = started_;
      continue;
    }
    watching_ = true;
    attention_.wait_for(lock, kGrowAfter);
    if (first_ != nullptr && started == started_ && !ending_) {
      if (listener_ != nullptr) {
        lock.unlock();
        listener_->stalled();
        lock.lock();
      }
      add_workers();
    }
    started = started_;
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
  ++held_;
}

void WorkerPool::release() noexcept {
  // Told under the lock: the pool may be gone as soon as nothing is held.
  const std::lock_guard lock(mutex_);
  if (--held_ > 0) return;
  if (draining_ > 0) idle_.notify_all();
  if (ending_) work_.notify_all();
}

bool WorkerPool::drain(std::chrono::steady_clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  ++draining_;
  const bool drained =
      idle_.wait_until(lock, deadline, [this] { return first_ == nullptr && running_ == 0 && held_ == 0; });
  --draining_;
  return drained;
}

std::size_t WorkerPool::workers() const {
  const std::lock_guard lock(mutex_);
  return workers_.size();
}

}  // namespace mcp::transport
