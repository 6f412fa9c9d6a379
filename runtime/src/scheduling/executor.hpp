// Where tool handlers run: the seam between the protocol core and threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string_view>

#include <mcp/codec/writer.hpp>

namespace mcp::protocol {

/// Memory of a thread that runs jobs; each of them uses it in turn.
class WorkerScratch {
 public:
  /// An empty writer, valid until trim().
  Writer& writer() {
    trim();
    if (!writer_) writer_.emplace();
    writer_->clear();
    return *writer_;
  }

  /// What was written; empty without a writer.
  [[nodiscard]] std::string_view written() const noexcept { return writer_ ? writer_->view() : std::string_view(); }
  /// Drops what was written.
  void clear() noexcept {
    if (writer_) writer_->clear();
  }

  /// After each job: idle threads keep no big buffers.
  void trim() noexcept {
    if (writer_ && writer_->size() > kKept) writer_.reset();
  }

 private:
  /// Bytes: a result beyond this gives its memory back.
  static constexpr std::size_t kKept = 1 << 20;

  std::optional<Writer> writer_;
};

/// How long jobs of one kind took of late, for executors that run slow ones elsewhere. Thread-safe.
struct LatencyHistory {
  /// How many of the next runs go to a pool; zero: jobs of this kind are quick.
  std::atomic<int> pooled_runs_left{0};
  /// What `pooled_runs_left` was set to last; zero once a job proved to be quick again.
  std::atomic<int> pooled_runs{0};
  /// Slow runs in a row: a single one may be the machine's fault.
  std::atomic<int> slow_runs{0};
};

/// Work that an Executor runs once for each time it is submitted. Jobs link themselves into queues, so that handing
/// one over allocates nothing.
class Job {
 public:
  virtual void run(WorkerScratch& scratch) noexcept = 0;

  /// The job behind this one; the business of whoever holds the queue.
  Job* next = nullptr;
  /// Of jobs like this one; null: not known. Outlives the job.
  LatencyHistory* history = nullptr;

 protected:
  ~Job() = default;
};

/// Runs jobs. Implementations say on which threads and in which order.
class Executor {
 public:
  /// Takes the chain of jobs that starts with `first`, linked by `next` and ended by null. The jobs stay the
  /// submitter's, who keeps them alive until they ran.
  virtual void submit(Job& first) = 0;

  /// Waits a moment, some milliseconds at most, for queued jobs to be started, so that a burst is slowed down rather
  /// than refused. False if that did not help.
  virtual bool wait_for_capacity() { return false; }

  /// A job goes on after its run() has returned, for now without a thread. Until release() the executor counts it as
  /// running. On the job's thread.
  virtual void hold() noexcept {}
  /// It is over: the last that it does with the executor. On any thread.
  virtual void release() noexcept {}

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

 private:
  std::mutex mutex_;
  std::condition_variable change_;  // a job came, or one was released
  Job* first_ = nullptr;
  Job* last_ = nullptr;
  std::size_t held_ = 0;
  bool running_ = false;
  WorkerScratch scratch_;
};

/// Runs jobs when told to, in the order of their arrival: for tests that need to stand between arrival and execution.
/// Not thread-safe.
class ManualExecutor final : public Executor {
 public:
  void submit(Job& first) override {
    (last_ != nullptr ? last_->next : first_) = &first;
    for (last_ = &first; last_->next != nullptr; last_ = last_->next) {
    }
  }

  /// Runs the oldest job; false if there is none.
  bool run_one() {
    if (first_ == nullptr) return false;
    Job* const job = first_;
    first_ = job->next;
    if (first_ == nullptr) last_ = nullptr;
    job->next = nullptr;
    job->run(scratch_);
    scratch_.trim();
    return true;
  }

  [[nodiscard]] std::size_t queued() const noexcept {
    std::size_t count = 0;
    for (const Job* job = first_; job != nullptr; job = job->next) ++count;
    return count;
  }

 private:
  WorkerScratch scratch_;
  Job* first_ = nullptr;
  Job* last_ = nullptr;
};

}  // namespace mcp::protocol
