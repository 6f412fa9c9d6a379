// Threads that take turns at one event loop, so that quick tools run on the thread that reads their messages, and slow
// ones do not delay other messages.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "scheduling/executor.hpp"

namespace mcp::transport {

/// What the leader drives. One thread at a time calls wait() and poll(), which must not throw.
class EventLoop {
 public:
  /// Waits until something can be done, and does some of it.
  virtual void wait() = 0;
  /// Does what can be done without waiting.
  virtual void poll() = 0;
  /// Makes wait() return. From any thread.
  virtual void interrupt() = 0;

 protected:
  ~EventLoop() = default;
};

/// One thread is the leader: it drives the loop, and runs the jobs that were submitted there itself. The others are
/// followers (Schmidt and others, Pattern-Oriented Software Architecture 2, "Leader/Followers"), and one of them
/// watches the leader. When a job has taken a millisecond or two, the watcher becomes the leader, and the thread that
/// runs the job becomes a follower when the job is over. Jobs of a kind that was slow of late go to a pool of workers
/// right away.
///
/// Leadership is a lease. `lease_` is its state:
///
///     2·n       the leader drives the loop, or is between two jobs; only the leader changes it
///       │         leader, before job n + 1: allow_takeover()
///       ▼
///     2·n + 3   job n + 1 runs, and the watcher may take the lease
///       ├──▶ 2·n + 2   leader, after the job: reclaim() succeeds, it stays the leader
///       └──▶ 2·n + 4   watcher, which saw the same number twice: it is the leader; reclaim() of the old one fails
///
/// Both ways out are one compare-exchange each, so exactly one of them succeeds. What the leader wrote before the job
/// (queue_, history_) is seen by the new leader, since the store, and the exchange that reads it, are
/// sequentially consistent. They are so, rather than release and acquire, for `watching_`: the leader stores the lease
/// and then reads `watching_`, the watcher clears `watching_` and then reads the lease, and one of them must see what
/// the other wrote; else the leader would run a job that nobody watches.
class LeaderFollowers final : public protocol::Executor {
 public:
  /// Both outlive this.
  LeaderFollowers(EventLoop& loop, protocol::Executor& pool) : loop_(loop), pool_(pool) {}
  ~LeaderFollowers();
  LeaderFollowers(const LeaderFollowers&) = delete;
  LeaderFollowers& operator=(const LeaderFollowers&) = delete;

  /// Uses the calling thread until stop(). Once. If the thread is in a job then, it returns when the job is over.
  void run();
  /// From any thread.
  void stop();
  /// Waits until no thread runs a job; false if `deadline` passes first. After stop().
  [[nodiscard]] bool join(std::chrono::steady_clock::time_point deadline);
  /// The same, however long it takes.
  void join();

  /// By the leader: the jobs run when it becomes a follower again, or on the pool. From any other thread: on the pool.
  void submit(protocol::Job& first) override;
  void hold() noexcept override { pool_.hold(); }
  void release() noexcept override { pool_.release(); }

  /// True if the calling thread is the leader and runs no job.
  [[nodiscard]] bool leads() const noexcept;
  /// True if the calling thread is the leader. It stays the leader until its job is over, so this is for the last thing
  /// that a job does.
  [[nodiscard]] bool try_run_here() noexcept;

  /// How many threads there are. For tests.
  [[nodiscard]] std::size_t size() const;

 private:
  struct Lease;
  static thread_local Lease* lease_of_thread;

  void follow();
  bool watch(std::unique_lock<std::mutex>& lock);
  void lead();
  [[nodiscard]] bool run_jobs(Lease& own);
  void allow_takeover(Lease& own);
  [[nodiscard]] static bool reclaim(Lease& own) noexcept;
  void add_thread();

  EventLoop& loop_;
  protocol::Executor& pool_;

  std::atomic<std::uint64_t> lease_{0};  // see above
  std::atomic<bool> watching_{false};    // the watcher looks at the lease every millisecond, else it waits
  std::atomic<bool> stopping_{false};

  // The leader's, and the next one's after it:
  protocol::JobQueue queue_;
  protocol::LatencyHistory* history_ = nullptr;  // of the job under way

  mutable std::mutex mutex_;
  std::condition_variable watch_again_;  // the watcher: jobs are run, or stop()
  std::condition_variable not_watched_;  // the other followers: there is no watcher, or stop()
  std::condition_variable left_;         // join(): a thread has left follow()
  bool watched_ = false;                 // there is a watcher
  std::size_t threads_inside_ = 0;       // within follow() or run()
  std::size_t idle_ = 0;                 // of those, waiting for `not_watched_`
  std::vector<std::thread> threads_;
};

}  // namespace mcp::transport
