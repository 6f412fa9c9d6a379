// Running tasks of the extension io.modelcontextprotocol/tasks: what clients see of them is in a store, what can be
// done to them is here.
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

/// Thread-safe. The store outlives it.
class TaskRunner {
 public:
  /// `max_answers`: bytes of the answers that all its tasks may be given, as Limits::max_task_answers says.
  TaskRunner(TaskStore& store, std::size_t max_answers) : store_(store), answers_(max_answers) {}
  TaskRunner(const TaskRunner&) = delete;
  TaskRunner& operator=(const TaskRunner&) = delete;

  // For the call that runs as a task.

  /// A new task, or nothing if there are as many as may be; then `problem` says which. `peer` is the address of whoever
  /// made it; `stop` asks the handler to stop.
  [[nodiscard]] std::optional<TaskRecord> begin(std::string_view principal, std::string_view peer,
                                                std::stop_source stop, std::string& problem);
  /// Its status for people.
  void report(const std::string& id, std::string message);
  /// It waits for `pending`, whose questions are `requests`.
  void suspend(const std::string& id, std::shared_ptr<PendingReplies> pending, std::vector<InputRequest> requests);
  /// It goes on.
  void go_on(const std::string& id);
  /// It is over: with the result or the error of the request, JSON.
  void complete(const std::string& id, std::string_view result);
  void fail(const std::string& id, std::string_view error);
  void abandon(const std::string& id);

  // For clients. Nothing, false or Unknown: there is no such task of that principal.

  [[nodiscard]] std::optional<TaskRecord> find(std::string_view id, std::string_view principal) {
    return store_.get(id, principal);
  }
  [[nodiscard]] bool cancel(const std::string& id, std::string_view principal);
  /// `responses` is an object of answers; keys of questions that are not open are ignored. TooLarge: none of them was
  /// taken, as there is no room for all.
  [[nodiscard]] TaskUpdate answer(const std::string& id, std::string_view principal, Value responses);

 private:
  struct Run {
    std::string principal;
    std::string holder;  // as in NewTask::peer
    std::stop_source stop;
    std::size_t answers = 0;  // bytes of those that it was given
    std::shared_ptr<PendingReplies> pending{};
  };

  /// Changes a task that runs here, and says whether that counted: it may have been cancelled.
  template <class F>
  bool change(const std::string& id, F&& how);
  void end(const std::string& id);
  /// Counts answers to a task; false: there is no room.
  [[nodiscard]] bool admit_answers(const std::string& id, std::size_t bytes);

  TaskStore& store_;
  mutable std::mutex mutex_;
  std::map<std::string, Run, std::less<>> runs_;
  Shares answers_;
};

}  // namespace mcp::protocol
