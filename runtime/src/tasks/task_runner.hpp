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

#include "base/shares.hpp"
#include "requests/outgoing_requests.hpp"
#include "tasks/task_store.hpp"

namespace mcp::protocol {

/// Thread-safe. The store must outlive it.
class TaskRunner {
 public:
  /// `max_answers`: see Limits::max_task_answers.
  TaskRunner(TaskStore& store, std::size_t max_answers) : store_(store), answers_(max_answers) {}
  TaskRunner(const TaskRunner&) = delete;
  TaskRunner& operator=(const TaskRunner&) = delete;

  // For the call that runs as a task.

  /// Makes a new task. If a limit is reached, returns nullopt and sets `problem` to an error text. `peer` is the
  /// address of the client; `stop` asks the handler to stop.
  [[nodiscard]] std::optional<TaskRecord> begin(std::string_view principal, std::string_view peer,
                                                std::stop_source stop, std::string& problem);
  /// Sets the status message.
  void report(const std::string& id, std::string message);
  /// Records that the task waits for `pending`, whose questions are `requests`.
  void suspend(const std::string& id, std::shared_ptr<PendingReplies> pending, std::vector<InputRequest> requests);
  /// Records that the task works again.
  void go_on(const std::string& id);
  /// Records the end of the task, with the result or the error of the request, as JSON.
  void complete(const std::string& id, std::string_view result);
  void fail(const std::string& id, std::string_view error);
  void abandon(const std::string& id);

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
    std::size_t answers = 0;  // bytes of its answers
    std::shared_ptr<PendingReplies> pending{};
  };

  /// Changes the record of a task that runs here. Returns false if the task has ended meanwhile, for example because it
  /// was cancelled.
  template <class F>
  bool change(const std::string& id, F&& how);
  void end(const std::string& id);
  /// Counts answers to a task. Returns false if there is no room.
  [[nodiscard]] bool admit_answers(const std::string& id, std::size_t bytes);

  TaskStore& store_;
  mutable std::mutex mutex_;
  std::map<std::string, Run, std::less<>> runs_;
  Shares answers_;
};

}  // namespace mcp::protocol
