#include "transport/threads/leader_followers.hpp"

#include <chrono>
#include <exception>

namespace mcp::transport {

namespace {

using Clock = std::chrono::steady_clock;

/// How often the watcher looks at the lease. A job that it sees twice is slow.
constexpr std::chrono::milliseconds kWatch{1};
/// Jobs in a row before the loop is polled again.
constexpr int kBurst = 32;

}  // namespace

/// What the thread that is or was the leader knows of the lease.
struct LeaderFollowers::Lease {
  LeaderFollowers& leader_followers;
  std::uint64_t job;
  protocol::WorkerScratch scratch;
  bool may_be_taken = false;
  bool taken = false;
};

thread_local LeaderFollowers::Lease* LeaderFollowers::lease_of_thread = nullptr;

LeaderFollowers::~LeaderFollowers() {
  stop();
  for (std::thread& thread : threads_) thread.join();
}

void LeaderFollowers::run() {
  {
    const std::lock_guard lock(mutex_);
    ++threads_inside_;
    add_thread();
  }
  lead();
  follow();
}

void LeaderFollowers::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    watch_again_.notify_all();
    not_watched_.notify_all();
  }
  loop_.interrupt();
}

bool LeaderFollowers::join(Clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  return left_.wait_until(lock, deadline, [this] { return threads_inside_ == 0; });
}

void LeaderFollowers::join() {
  while (!join(Clock::now() + std::chrono::hours(1))) {
  }
}

std::size_t LeaderFollowers::size() const {
  const std::lock_guard lock(mutex_);
  return threads_.size() + 1;
}

/// Under the lock. If the system has no thread left, the leader is not watched until another thread has ended its job.
void LeaderFollowers::add_thread() {
  try {
    threads_.emplace_back([this] { follow(); });
    ++threads_inside_;
  } catch (const std::exception&) {
    return;  // as many as the system allows
  }
}

/// The work of a follower: it watches the leader, or waits until it is the watcher.
void LeaderFollowers::follow() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (watched_) {
      ++idle_;
      not_watched_.wait(lock);
      --idle_;
      continue;
    }
    watched_ = true;
    const bool leads = watch(lock);
    watched_ = false;
    if (!leads) continue;
    // Another thread must watch this one now.
    if (idle_ > 0) {
      not_watched_.notify_one();
    } else {
      add_thread();
    }
    lock.unlock();
    lead();
    lock.lock();
  }
  --threads_inside_;
  left_.notify_all();
}

/// True if this thread has become the leader.
bool LeaderFollowers::watch(std::unique_lock<std::mutex>& lock) {
  while (!stopping_) {
    std::uint64_t seen = lease_.load();
    watch_again_.wait_for(lock, kWatch);
    if (stopping_) return false;
    if (lease_.load() != seen) continue;
    if ((seen & 1) != 0) {
      if (!lease_.compare_exchange_strong(seen, seen + 1)) continue;
      if (history_ != nullptr) history_->add_slow();
      return true;
    }
    // No job runs. The leader wakes the watcher when it starts one.
    watching_ = false;
    if (lease_.load() == seen) watch_again_.wait(lock, [&] { return stopping_ || watching_; });
    watching_ = true;
  }
  return false;
}

void LeaderFollowers::allow_takeover(Lease& own) {
  own.job += 2;
  own.may_be_taken = true;
  lease_.store(own.job + 1);
  if (!watching_.load()) {
    const std::lock_guard lock(mutex_);
    watching_ = true;
    watch_again_.notify_one();
  }
}

bool LeaderFollowers::reclaim(Lease& own) noexcept {
  if (!own.may_be_taken) return !own.taken;
  std::uint64_t expected = own.job + 1;
  own.may_be_taken = false;
  own.taken = !own.leader_followers.lease_.compare_exchange_strong(expected, own.job);
  return !own.taken;
}

bool LeaderFollowers::leads() const noexcept {
  const Lease* const own = lease_of_thread;
  return own != nullptr && &own->leader_followers == this && !own->may_be_taken && !own->taken;
}

bool LeaderFollowers::try_run_here() noexcept {
  Lease* const own = lease_of_thread;
  return own != nullptr && &own->leader_followers == this && reclaim(*own);
}

void LeaderFollowers::lead() {
  Lease own{*this, lease_.load(), {}};
  // The job that held the previous leader up is slow; the jobs behind it, which waited for it, go to the pool.
  if (protocol::Job* const waiting = queue_.pop_all(); waiting != nullptr) pool_.submit(*waiting);
  lease_of_thread = &own;
  while (!stopping_) {
    if (queue_.empty()) {
      loop_.wait();
    } else {
      loop_.poll();
    }
    if (!run_jobs(own)) break;
  }
  lease_of_thread = nullptr;
}

/// False if another thread has become the leader.
bool LeaderFollowers::run_jobs(Lease& own) {
  if (queue_.empty()) return true;
  Clock::time_point started = Clock::now();
  for (int i = 0; i < kBurst && !queue_.empty(); ++i) {
    protocol::Job& job = queue_.pop();
    protocol::LatencyHistory* const history = job.history;
    history_ = history;
    allow_takeover(own);
    job.run(own.scratch);
    if (!reclaim(own)) return false;
    own.scratch.trim();
    const Clock::time_point ended = Clock::now();
    if (history != nullptr) history->add(ended - started);
    started = ended;
  }
  return true;
}

void LeaderFollowers::submit(protocol::Job& first) {
  if (!leads()) return pool_.submit(first);
  protocol::JobQueue slow;
  for (protocol::Job* job = &first; job != nullptr;) {
    protocol::Job* const next = job->next;
    job->next = nullptr;
    (job->history != nullptr && job->history->next_goes_to_pool() ? slow : queue_).push(*job);
    job = next;
  }
  if (protocol::Job* const jobs = slow.pop_all(); jobs != nullptr) pool_.submit(*jobs);
}

}  // namespace mcp::transport
