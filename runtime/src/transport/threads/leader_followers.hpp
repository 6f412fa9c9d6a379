// Threads that take turns at one event loop, so that quick tools run where their messages arrive, without a hand-over
// between threads, and slow ones hold nobody up.
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

/// What the threads drive in turn. One thread at a time calls wait() and poll(), which must not throw.
class EventLoop {
 public:
  /// Waits until there is something to do, and does some of it.
  virtual void wait() = 0;
  /// Does what is at hand, without waiting.
  virtual void poll() = 0;
  /// Makes wait() return. From any thread.
  virtual void interrupt() = 0;

 protected:
  ~EventLoop() = default;
};

/// One thread leads: it drives the loop, and runs the jobs that were submitted there itself. Another watches. When a
/// job has taken a millisecond or two, the watcher leads on, and the thread that was held up becomes a follower again
/// when the job is over. Jobs of a kind that was slow of late go to a pool of workers right away.
class LeaderFollowers final : public protocol::Executor {
 public:
  /// Both outlive this.
  LeaderFollowers(EventLoop& loop, protocol::Executor& pool) : loop_(loop), pool_(pool) {}
  ~LeaderFollowers();
  LeaderFollowers(const LeaderFollowers&) = delete;
  LeaderFollowers& operator=(const LeaderFollowers&) = delete;

  /// Lends the calling thread until stop(). Once. A thread that is held up by a job comes back when that is over.
  void run();
  /// From any thread.
  void stop();
  /// Waits until no thread is held up by a job; false if `deadline` passes first. After stop().
  [[nodiscard]] bool join(std::chrono::steady_clock::time_point deadline);

  /// By the leader: the jobs run when it becomes a follower again, or on the pool. From any other thread: on the pool.
  void submit(protocol::Job& first) override;
  void hold() noexcept override { pool_.hold(); }
  void release() noexcept override { pool_.release(); }

  /// True if the calling thread leads and is in no job.
  [[nodiscard]] bool leads() const noexcept;
  /// True if the calling thread leads; it leads on until its job is over, so this is for the last thing that a job
  /// does.
  [[nodiscard]] bool try_run_here() noexcept;

  /// How many threads there are. For tests.
  [[nodiscard]] std::size_t size() const;

 private:
  struct Lead;
  static thread_local Lead* lead_of_thread;

  void serve();
  bool watch(std::unique_lock<std::mutex>& lock);
  void lead();
  [[nodiscard]] bool run_jobs(Lead& own);
  void lend(Lead& own);
  [[nodiscard]] static bool take_back(Lead& own) noexcept;
  void add_thread();

  EventLoop& loop_;
  protocol::Executor& pool_;

  /// Twice the number of the job that the leader is at, plus one while the lead may be taken from it.
  std::atomic<std::uint64_t> lease_{0};
  std::atomic<bool> watching_{false};
  std::atomic<bool> stopping_{false};

  // The leader's, handed on with the lead:
  protocol::Job* first_ = nullptr;
  protocol::Job* last_ = nullptr;
  protocol::LatencyHistory* history_ = nullptr;  // of the job under way

  mutable std::mutex mutex_;
  std::condition_variable attention_;  // the watcher: jobs are run, or the end
  std::condition_variable seat_;       // the others: nobody watches, or the end
  std::condition_variable gone_;       // join(): a thread left
  bool watched_ = false;
  std::size_t at_work_ = 0;  // threads within serve() or run()
  std::size_t parked_ = 0;   // of those, waiting for the seat
  std::vector<std::thread> threads_;
};

}  // namespace mcp::transport
