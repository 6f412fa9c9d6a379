#include "transport/threads/leader_followers.hpp"

#include <algorithm>
#include <chrono>
#include <exception>

namespace mcp::transport {

namespace {

using Clock = std::chrono::steady_clock;

/// How often the watcher looks: a job that it finds twice is taken to be slow.
constexpr std::chrono::milliseconds kWatch{1};
/// A job that takes longer is slow, too: it costs its neighbours more than a hand-over would.
constexpr std::chrono::microseconds kQuick{100};
/// How many runs on the pool follow a slow one; each trial that fails doubles them.
constexpr int kPenalty = 64;
constexpr int kMaxPenalty = 1 << 16;
/// Jobs in a row before the loop is polled again.
constexpr int kBurst = 32;

void found_slow(protocol::LatencyHistory& history) {
  const int penalty = std::clamp(history.penalty.load(std::memory_order_relaxed) * 2, kPenalty, kMaxPenalty);
  history.penalty.store(penalty, std::memory_order_relaxed);
  history.slow.store(penalty, std::memory_order_relaxed);
}

/// What a run that was not taken away says.
void judge(protocol::LatencyHistory& history, Clock::duration time) {
  const int strikes = history.strikes.load(std::memory_order_relaxed);
  if (time > kQuick) {
    if (strikes == 0) return history.strikes.store(1, std::memory_order_relaxed);
    return found_slow(history);
  }
  if (strikes != 0 || history.penalty.load(std::memory_order_relaxed) != 0) {
    history.strikes.store(0, std::memory_order_relaxed);
    history.penalty.store(0, std::memory_order_relaxed);
  }
}

/// Whether a job goes to the pool; counts down.
bool taken_for_slow(protocol::LatencyHistory& history) {
  const int slow = history.slow.load(std::memory_order_relaxed);
  if (slow == 0) return false;
  history.slow.store(slow - 1, std::memory_order_relaxed);
  return true;
}

}  // namespace

/// The lead, as the thread that has it knows it.
struct LeaderFollowers::Lead {
  LeaderFollowers& leader_followers;
  std::uint64_t job;
  protocol::WorkerScratch scratch;
  bool lent = false;
  bool lost = false;
};

thread_local LeaderFollowers::Lead* LeaderFollowers::lead_of_thread = nullptr;

LeaderFollowers::~LeaderFollowers() {
  stop();
  for (std::thread& thread : threads_) thread.join();
}

void LeaderFollowers::run() {
  {
    const std::lock_guard lock(mutex_);
    ++at_work_;
    add_thread();
  }
  lead();
  serve();
}

void LeaderFollowers::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    attention_.notify_all();
    seat_.notify_all();
  }
  loop_.interrupt();
}

bool LeaderFollowers::join(Clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  return gone_.wait_until(lock, deadline, [this] { return at_work_ == 0; });
}

std::size_t LeaderFollowers::size() const {
  const std::lock_guard lock(mutex_);
  return threads_.size() + 1;
}

/// Under the lock. Without another thread the others go on: who leads is watched again when a thread that was held up
/// comes back.
void LeaderFollowers::add_thread() {
  try {
    threads_.emplace_back([this] { serve(); });
    ++at_work_;
  } catch (const std::exception&) {
    return;  // as many as the system allows
  }
}

/// A thread that does not lead: it watches, or waits for its turn to.
void LeaderFollowers::serve() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (watched_) {
      ++parked_;
      seat_.wait(lock);
      --parked_;
      continue;
    }
    watched_ = true;
    const bool leads = watch(lock);
    watched_ = false;
    if (!leads) continue;
    // Somebody must watch this thread now.
    if (parked_ > 0) {
      seat_.notify_one();
    } else {
      add_thread();
    }
    lock.unlock();
    lead();
    lock.lock();
  }
  --at_work_;
  gone_.notify_all();
}

/// True if the lead is this thread's now.
bool LeaderFollowers::watch(std::unique_lock<std::mutex>& lock) {
  while (!stopping_) {
    std::uint64_t seen = lease_.load();
    attention_.wait_for(lock, kWatch);
    if (stopping_) return false;
    if (lease_.load() != seen) continue;
    if ((seen & 1) != 0) {
      if (!lease_.compare_exchange_strong(seen, seen + 1)) continue;
      if (history_ != nullptr) found_slow(*history_);
      return true;
    }
    // No job is under way. The leader that starts one looks whether it is watched.
    watching_ = false;
    if (lease_.load() == seen) attention_.wait(lock, [&] { return stopping_ || watching_; });
    watching_ = true;
  }
  return false;
}

void LeaderFollowers::lend(Lead& own) {
  own.job += 2;
  own.lent = true;
  lease_.store(own.job + 1);
  if (!watching_.load()) {
    const std::lock_guard lock(mutex_);
    watching_ = true;
    attention_.notify_one();
  }
}

bool LeaderFollowers::take_back(Lead& own) noexcept {
  if (!own.lent) return !own.lost;
  std::uint64_t expected = own.job + 1;
  own.lent = false;
  own.lost = !own.leader_followers.lease_.compare_exchange_strong(expected, own.job);
  return !own.lost;
}

bool LeaderFollowers::leads() const noexcept {
  const Lead* const own = lead_of_thread;
  return own != nullptr && &own->leader_followers == this && !own->lent && !own->lost;
}

bool LeaderFollowers::try_run_here() noexcept {
  Lead* const own = lead_of_thread;
  return own != nullptr && &own->leader_followers == this && take_back(*own);
}

void LeaderFollowers::lead() {
  Lead own{*this, lease_.load(), {}};
  // Found slow: whatever waits behind the job that held the thread up goes to the pool.
  if (first_ != nullptr) {
    protocol::Job* const waiting = first_;
    first_ = last_ = nullptr;
    pool_.submit(*waiting);
  }
  lead_of_thread = &own;
  while (!stopping_) {
    if (first_ == nullptr) {
      loop_.wait();
    } else {
      loop_.poll();
    }
    if (!run_jobs(own)) break;
  }
  lead_of_thread = nullptr;
}

/// False if the lead was lost.
bool LeaderFollowers::run_jobs(Lead& own) {
  if (first_ == nullptr) return true;
  Clock::time_point started = Clock::now();
  for (int i = 0; i < kBurst && first_ != nullptr; ++i) {
    protocol::Job* const job = first_;
    first_ = job->next;
    if (first_ == nullptr) last_ = nullptr;
    job->next = nullptr;
    protocol::LatencyHistory* const history = job->history;
    history_ = history;
    lend(own);
    job->run(own.scratch);
    if (!take_back(own)) return false;
    own.scratch.trim();
    const Clock::time_point ended = Clock::now();
    if (history != nullptr) judge(*history, ended - started);
    started = ended;
  }
  return true;
}

void LeaderFollowers::submit(protocol::Job& first) {
  if (!leads()) return pool_.submit(first);
  protocol::Job* slow_first = nullptr;
  protocol::Job* slow_last = nullptr;
  for (protocol::Job* job = &first; job != nullptr;) {
    protocol::Job* const next = job->next;
    job->next = nullptr;
    if (job->history != nullptr && taken_for_slow(*job->history)) {
      (slow_last != nullptr ? slow_last->next : slow_first) = job;
      slow_last = job;
    } else {
      (last_ != nullptr ? last_->next : first_) = job;
      last_ = job;
    }
    job = next;
  }
  if (slow_first != nullptr) pool_.submit(*slow_first);
}

}  // namespace mcp::transport
