// Reads what other servers did to the tasks of this one.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include <mcp/task_store.hpp>

#include "base/log_sink.hpp"
#include "scheduling/executor.hpp"
#include "scheduling/timers.hpp"

namespace mcp::protocol {

/// While tasks run, asks their store several times a second what was changed. It does so on an executor that runs one
/// of the tasks, since the store may block. Thread-safe.
///
/// One timer and one job take turns, so that a slow store is never asked twice at a time:
///
///     Idle ──begin()──▶ Waiting ──expired, a task is left──▶ Reading ──a task is left──▶ Waiting
///      ▲                   │ expired, or end(): none is left       │ none is left
///      └───────────────────┴───────────────────────────────────────┘
class TaskWatch {
 public:
  /// How long a client's answer on another server may take to reach the task, beside what the store takes.
  static constexpr std::chrono::milliseconds kInterval{200};

  /// Who acts on changes.
  class Reader {
   public:
    /// On the executor. What it throws is logged, and the change is reported again.
    virtual void on_change(const TaskChange& change) = 0;

   protected:
    ~Reader() = default;
  };

  /// Everything outlives it.
  TaskWatch(TaskStore& store, Reader& reader, Timers& timers, LogSink& log)
      : store_(store), reader_(reader), timers_(timers), log_(log), step_(*this) {}
  ~TaskWatch() { timers_.cancel(step_); }
  TaskWatch(const TaskWatch&) = delete;
  TaskWatch& operator=(const TaskWatch&) = delete;

  /// One more task runs, on `executor`, whose id nobody else knows yet. Asks the store, and throws what that throws. An
  /// executor runs all its jobs before it is destroyed.
  void begin(Executor& executor);
  /// The task has ended.
  void end(Executor& executor) noexcept;

 private:
  enum class State : unsigned char { Idle, Waiting, Reading };

  class Step final : public Timer, public Job {
   public:
    explicit Step(TaskWatch& watch) noexcept : watch_(watch) {}
    void expired() noexcept override { watch_.submit(); }
    void run(WorkerScratch&) noexcept override { watch_.read(); }

   private:
    TaskWatch& watch_;
  };

  void start_timer();
  void submit() noexcept;
  void read() noexcept;
  void read_changes();

  TaskStore& store_;
  Reader& reader_;
  Timers& timers_;
  LogSink& log_;
  Step step_;

  std::mutex mutex_;
  State state_ = State::Idle;
  std::uint64_t waits_ = 0;                     // counts how often the timer was started
  std::map<Executor*, std::size_t> executors_;  // how many tasks run on each; none that has no task
  std::uint64_t position_ = 0;                  // of the store; the step's own while it reads
  bool has_failed_ = false;                     // the step's own: the store's last failure is in the log
};

}  // namespace mcp::protocol
