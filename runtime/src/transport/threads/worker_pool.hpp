// Threads for tool handlers: one queue, few threads while handlers are quick, more when slow ones hold others up.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

#include "scheduling/executor.hpp"

namespace mcp::transport {

/// Hears from a pool when it is a good moment to send what was collected. Called without locks, on the pool's threads.
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

/// Starts with one thread. When jobs wait and none was started for a millisecond, the number of threads at work
/// doubles, up to `max_workers`; threads without work sleep. Jobs start in the order of their arrival. Thread-safe.
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

  /// How many threads there are.
  [[nodiscard]] std::size_t workers() const;

 private:
  void work();
  void supervise();
  void add_workers();  // under the lock

  const std::size_t max_workers_;
  PoolListener* const listener_;

  mutable std::mutex mutex_;
  std::condition_variable work_;       // workers: a job, or the end
  std::condition_variable attention_;  // the supervisor: jobs wait, or the end
  std::condition_variable room_;       // wait_for_capacity(): enough jobs were started
  std::condition_variable idle_;       // drain(): nothing queued, running or held
  protocol::Job* first_ = nullptr;
  protocol::Job* last_ = nullptr;
  std::size_t sleeping_ = 0;   // workers without work
  std::size_t running_ = 0;    // jobs
  std::size_t held_ = 0;       // jobs that go on without a thread
  std::size_t started_ = 0;    // jobs, ever: what the supervisor measures progress by
  std::size_t submitted_ = 0;  // jobs, ever
  std::size_t room_at_ = 0;    // how many started jobs wait_for_capacity() waits for
  std::size_t draining_ = 0;   // threads in drain()
  bool unsent_ = false;        // jobs were run since the listener was told
  bool watching_ = false;      // the supervisor looks every millisecond
  bool ending_ = false;
  std::vector<std::thread> workers_;
  std::thread supervisor_;
};

}  // namespace mcp::transport
