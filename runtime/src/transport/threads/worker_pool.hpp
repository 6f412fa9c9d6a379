// Threads for tool handlers: one queue, few threads while handlers are quick, more when slow ones hold others up.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

#include "base/compiled_values.hpp"
#include "scheduling/executor.hpp"
#include "transport/threads/queue_progress.hpp"
#include "transport/threads/unfinished_jobs.hpp"

namespace mcp::transport {

/// Learns from a pool when it is a good moment to send what was collected. Called without locks, on the pool's threads.
class PoolListener {
 public:
  /// Jobs were run, and the queue is empty now, or a worker is about to run the last job in it.
  virtual void burst_over() = 0;
  /// Jobs wait, and for a millisecond none was started.
  virtual void stalled() = 0;
  /// A worker is about to run a job: the place to wait while too much output is pending.
  virtual void before_job() {}
  /// It ran the job.
  virtual void after_job() {}

 protected:
  ~PoolListener() = default;
};

/// Starts with one worker. When jobs wait and none was started for a millisecond, the supervisor, a thread of its own,
/// doubles the number of workers that have a job, up to `max_workers`; workers without a job sleep. Jobs start in the
/// order of their arrival. Thread-safe.
class WorkerPool final : public protocol::Executor {
 public:
  /// `listener`, if any, outlives the pool.
  explicit WorkerPool(std::size_t max_workers, PoolListener* listener = nullptr);
  /// Runs what is queued, waits for what runs or is held.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// One lock and at most one wake, however long the chain.
  void submit(protocol::Job& first) override;

  /// Waits until half of the queued jobs were started, at most 5 ms while none is started, at most 50 ms in all. One
  /// thread at a time.
  bool wait_for_capacity() override;

  void hold() noexcept override;
  void release() noexcept override;

  /// Waits until no job is queued, running or held; false if `deadline` passes first.
  [[nodiscard]] bool drain(std::chrono::steady_clock::time_point deadline);
  /// The same, however long it takes.
  void drain();

  /// How many threads there are.
  [[nodiscard]] std::size_t workers() const;

 private:
  void work();
  void run_oldest(std::unique_lock<std::mutex>& lock, protocol::WorkerScratch& scratch);
  void supervise();
  void add_workers();  // under the lock

  const internal::CompiledValuesUser uses_compiled_values_;
  const std::size_t max_workers_;
  PoolListener* const listener_;

  mutable std::mutex mutex_;
  std::condition_variable work_;       // workers: a job, or the end
  std::condition_variable attention_;  // the supervisor: jobs wait, or the end
  protocol::JobQueue queue_;
  QueueProgress progress_;  // what the supervisor looks at
  UnfinishedJobs unfinished_;
  std::size_t sleeping_ = 0;  // workers without work
  bool unsent_ = false;       // jobs were run since the listener was called
  bool supervising_ = false;  // the supervisor looks every millisecond
  bool ending_ = false;
  std::vector<std::thread> workers_;
  std::thread supervisor_;
};

}  // namespace mcp::transport
