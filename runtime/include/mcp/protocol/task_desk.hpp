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
#include <mcp/protocol/client_line.hpp>
#include <mcp/protocol/task_store.hpp>

namespace mcp::protocol {

/// Thread-safe. The store outlives it.
class TaskDesk {
 public:
  explicit TaskDesk(TaskStore& store) : store_(store) {}
  TaskDesk(const TaskDesk&) = delete;
  TaskDesk& operator=(const TaskDesk&) = delete;

  // For the call that runs as a task.

  /// A new task, or nothing if there are as many as may be. `stop` asks the handler to stop.
  [[nodiscard]] std::optional<TaskRecord> begin(std::string_view principal, std::stop_source stop);
  /// Its status for people.
  void report(const std::string& id, std::string message);
  /// It waits for `round`, whose questions are `requests`.
  void park(const std::string& id, std::shared_ptr<Round> round, std::vector<InputRequest> requests);
  /// It goes on.
  void go_on(const std::string& id);
  /// It is over: with the result or the error of the request, JSON.
  void complete(const std::string& id, std::string_view result);
  void fail(const std::string& id, std::string_view error);
  void abandon(const std::string& id);

  // For clients. False: there is no such task of that principal.

  [[nodiscard]] std::optional<TaskRecord> find(std::string_view id, std::string_view principal) {
    return store_.get(id, principal);
  }
  [[nodiscard]] bool cancel(const std::string& id, std::string_view principal);
  /// `responses` is an object of answers; keys of questions that are not open are ignored.
  [[nodiscard]] bool answer(const std::string& id, std::string_view principal, Value responses);

 private:
  struct Run {
    std::string principal;
    std::stop_source stop;
    std::shared_ptr<Round> round{};
  };

  /// Changes a task that runs here, and says whether that counted: it may have been cancelled.
  template <class F>
  bool change(const std::string& id, F&& how);
  void end(const std::string& id);

  TaskStore& store_;
  mutable std::mutex mutex_;
  std::map<std::string, Run, std::less<>> runs_;
};

}  // namespace mcp::protocol
