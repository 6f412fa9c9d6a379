// Executors: the interface between the protocol core and the threads that run handlers.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

#include "scheduling/job.hpp"
#include "scheduling/job_queue.hpp"

namespace mcp::protocol {

/// Runs jobs. Implementations say on which threads and in which order.
class Executor {
 public:
  /// Takes the chain of jobs that starts with `first`, linked by `next` and ended by null. The submitter
  /// owns the jobs and keeps them alive until they have run.
  virtual void submit(Job& first) = 0;

  /// Waits a moment, some milliseconds at most, for queued jobs to be started, so that a burst is slowed down rather
  /// than refused. False if that did not help.
  virtual bool wait_for_capacity() { return false; }

  /// The job goes on after its run() has returned, for now without a thread. Until release() the executor counts it as
  /// running. Called on the job's thread.
  virtual void hold() noexcept {}
  /// The held job is over, and does not use the executor any more. On any thread.
  virtual void release() noexcept {}
  /// A job that is held elsewhere runs here after all: submit() and release() in one.
  virtual void submit_held(Job& job) {
    submit(job);
    release();
  }

 protected:
  ~Executor() = default;
};

/// Runs every job within submit(), on the calling thread, and waits there for those that are held. What other threads
/// submit meanwhile runs on that thread too. Thread-safe.
class InlineExecutor final : public Executor {
 public:
  void submit(Job& first) override;
  void hold() noexcept override;
  void release() noexcept override;
  void submit_held(Job& job) override;

  /// Runs, on the calling thread, what is submitted until nothing is held.
  void run_until_released();

 private:
  void run_jobs(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable change_;  // a job came, or one was released
  JobQueue queue_;
  std::size_t held_ = 0;
  bool running_ = false;
  WorkerScratch scratch_;
};

}  // namespace mcp::protocol
