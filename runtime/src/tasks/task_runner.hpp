// Running tasks of the extension io.modelcontextprotocol/tasks. The TaskStore has the records that clients read; the
// TaskRunner acts on the running calls.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/codec/value.hpp>
#include <mcp/codec/writer.hpp>
#include <mcp/task_store.hpp>

#include "base/log_sink.hpp"
#include "base/shares.hpp"
#include "requests/outgoing_requests.hpp"
#include "scheduling/executor.hpp"
#include "scheduling/timers.hpp"
#include "tasks/task_watch.hpp"

namespace mcp::protocol {

/// What a client is told while the store of tasks fails.
inline constexpr std::string_view kTasksUnreachable = "The server cannot reach its tasks now; try again later.";

/// The tasks of one server. Functions that ask the store may block, so they are for threads that run handlers; they
/// throw what the store throws. Thread-safe. What is passed in outlives it.
///
/// A task has one owner, the server that runs it. Its clients may talk to any server that shares the store: what they
/// answer or cancel there is in the record, which the owner reads now and then while it has tasks (TaskWatch).
class TaskRunner final : private TaskWatch::Reader {
 public:
  /// `max_answers`: see Limits::max_task_answers. `is_shared`: other servers may use the store.
  TaskRunner(TaskStore& store, bool is_shared, std::size_t max_answers, Timers& timers, LogSink& log);
  TaskRunner(const TaskRunner&) = delete;
  TaskRunner& operator=(const TaskRunner&) = delete;

  // For the call that runs as a task.

  /// Makes a new task. If a limit is reached, returns nullopt and sets `problem` to an error text. `peer` is the
  /// address of the client; `stop` asks the handler to stop. `executor` runs the call.
  [[nodiscard]] std::optional<TaskRecord> begin(std::string_view principal, std::string_view peer,
                                                std::stop_source stop, Executor& executor, std::string& problem);
  /// Sets the status message.
  void report(const std::string& id, std::string message);
  /// Records that the task waits for `pending`, whose questions are `requests`.
  void suspend(const std::string& id, std::shared_ptr<PendingReplies> pending, std::vector<InputRequest> requests);
  /// Records that the task works again.
  void go_on(const std::string& id);
  /// How a task ends: with the result or the error of its request, as JSON, or, without both, cancelled.
  struct End {
    std::string id;
    std::string result = {};
    std::string error = {};
  };
  /// Records the end. Whatever it throws, the task does not run here any more.
  void end(const End& end);
  /// The same on `executor`, for threads that must not wait for the store. Logs what end() throws.
  void end_later(End end, Executor& executor);

  /// Says in the log that the store has failed.
  void log_failure(std::string_view why) noexcept;

  // For clients. The result is nullopt, false or Unknown if that principal has no such task.

  [[nodiscard]] std::optional<TaskRecord> find(std::string_view id, std::string_view principal) {
    return store_.get(id, principal);
  }
  [[nodiscard]] bool cancel(const std::string& id, std::string_view principal);
  /// `responses` is an object of answers. Keys of questions that are not open are ignored. TooLarge means that there is
  /// no room for all answers, so none was accepted.
  [[nodiscard]] TaskUpdate answer(const std::string& id, std::string_view principal, Value responses);

 private:
  struct Run {
    std::string principal;
    std::string holder;  // as in NewTask::peer
    std::stop_source stop;
    Executor* executor;
    std::size_t answers = 0;  // bytes of its answers
    std::shared_ptr<PendingReplies> pending{};
  };
  class Ending;

  void drop_unknown(TaskRecord& record) noexcept;
  /// Changes the record of a task that runs here. Returns false if the task has ended meanwhile, for example because it
  /// was cancelled.
  template <class F>
  bool change(const std::string& id, F&& how);
  /// The task does not run here any more.
  void leave(const std::string& id) noexcept;
  /// Counts answers to a task. Returns false if there is no room.
  [[nodiscard]] bool admit_answers(const std::string& id, std::size_t bytes);
  [[nodiscard]] bool runs_here(const std::string& id) const;
  [[nodiscard]] std::shared_ptr<PendingReplies> pending_of(const std::string& id) const;
  void stop(const std::string& id);
  void answer_here(const std::string& id, std::string_view principal, std::vector<InputResponse> answers);
  [[nodiscard]] TaskUpdate answer_elsewhere(const std::string& id, std::string_view principal,
                                            const std::vector<InputResponse>& answers);
  /// Acts on what clients did on other servers.
  void on_change(const TaskChange& change) override;
  void take_responses(const std::string& id, std::string_view principal);

  TaskStore& store_;
  mutable std::mutex mutex_;
  std::map<std::string, Run, std::less<>> runs_;
  const std::size_t max_answers_;
  LogSink& log_;
  Shares answers_;
  std::optional<TaskWatch> watch_;  // nullopt: the store is this server's alone. The last member, since it calls this
};

}  // namespace mcp::protocol
