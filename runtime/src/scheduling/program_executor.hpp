// The executors of a program (mcp::Executor, which post functions) as the core sees them: executors of jobs, which can
// be taken back while they wait.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include <mcp/executor.hpp>

#include "base/log_sink.hpp"
#include "scheduling/executor.hpp"
#include "scheduling/scheduling.hpp"
#include "scheduling/timers.hpp"

namespace mcp::protocol {

/// An executor that a server was given, and its name for messages: `the executor "main"`.
struct ExecutorBinding {
  std::shared_ptr<mcp::Executor> executor;
  std::string text;
};

/// Posts each job to the executor of a program. Thread-safe, but for the destructor.
///
///     submit() ──▶ waits ──the program runs it──▶ runs ──▶ over
///                    │ the program destroys it, or refuses it: Job::on_not_run(Dropped) ─┐
///                    └ take_back(), close():                   Job::on_not_run(Closed) ──┴──▶ the server's executor
///
/// One mutex decides between them. Whatever comes of a job, the server's executor counts it as held until it is over,
/// so that who waits for the server waits for the job, too.
class ProgramExecutor final : public Executor {
 public:
  /// All of it outlives this. `report_after`: how long a job may wait or run before the log says so; 0: it never does.
  ProgramExecutor(const ExecutorBinding& binding, Executor& servers_own, Timers& timers, LogSink& log,
                  std::chrono::milliseconds report_after);
  /// All jobs are over.
  ~ProgramExecutor();
  ProgramExecutor(const ProgramExecutor&) = delete;
  ProgramExecutor& operator=(const ProgramExecutor&) = delete;

  void submit(Job& first) override;
  void hold() noexcept override;
  void release() noexcept override;

  /// Runs the job on the server's own executor if it waits here. Its thread must keep it from being submitted anew
  /// meanwhile. The job knows by itself that it is not wanted.
  void take_back(const Job& job) noexcept;
  /// The same for all jobs that wait, and those that come from now on. Whether some waited.
  bool close() noexcept;

  /// How many jobs wait. For limits.
  [[nodiscard]] std::size_t waiting() const noexcept;

  /// For the jobs that run here.
  [[nodiscard]] const Scheduling& scheduling() const noexcept { return scheduling_; }

 private:
  struct State;
  class Posted;

  void post(Job& job) noexcept;

  const ExecutorBinding& binding_;
  Scheduling scheduling_;
  std::shared_ptr<State> state_;  // shared with what was posted, which the program may keep for longer
};

}  // namespace mcp::protocol
