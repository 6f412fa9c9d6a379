// The store of tasks (extension io.modelcontextprotocol/tasks): what clients read with tasks/get, answer with
// tasks/update and cancel with tasks/cancel. A server keeps its tasks in memory unless ServeOptions name another store.
// Servers that share a store can serve each other's tasks: the one that runs a task, its owner, writes what becomes of
// it and reads what clients of the others have answered or cancelled. mcp::test::check_task_store() tests an
// implementation.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/export.hpp>

namespace mcp {

enum class TaskStatus : unsigned char { Working, InputRequired, Completed, Failed, Cancelled };

/// The status in the protocol's spelling: "input_required".
[[nodiscard]] MCP_EXPORT std::string_view name_of(TaskStatus status) noexcept;
/// Whether the status is final: completed, failed or cancelled.
[[nodiscard]] constexpr bool is_terminal(TaskStatus status) noexcept { return status >= TaskStatus::Completed; }

/// A question that a task waits for. Each key is used only once per task.
struct InputRequest {
  std::string key;      // any text
  std::string request;  // JSON: `{"method":…,"params":…}`

  bool operator==(const InputRequest&) const = default;
};

/// The answer to a question, until the owner of the task has taken it.
struct InputResponse {
  std::string key;
  std::string response;  // JSON

  bool operator==(const InputResponse&) const = default;
};

/// A snapshot of a task. The store sets the members marked "by the store" and ignores the caller's values.
struct TaskRecord {
  using TimePoint = std::chrono::system_clock::time_point;

  std::string id{};         // by the store; cannot be guessed; 16 to 128 printable ASCII characters
  std::string principal{};  // by the store; the creator, any bytes; empty: not authenticated
  TaskStatus status = TaskStatus::Working;
  std::string status_message{};           // for users and models; empty: none
  TimePoint created_at{};                 // by the store
  TimePoint last_updated_at{};            // by the store; never goes back
  std::optional<std::uint64_t> ttl_ms{};  // by the store; since created_at; nullopt: unlimited
  std::optional<std::uint64_t> poll_interval_ms{};
  std::string result{};                          // of a completed task: JSON
  std::string error{};                           // of a failed task: JSON, `{"code":…,"message":…}`
  std::vector<InputRequest> input_requests{};    // of a task that requires input: the open questions
  std::vector<InputResponse> input_responses{};  // of a task that runs: answers that its owner has not taken yet
  std::uint64_t version = 0;                     // by the store; counts changes
};

/// The arguments of TaskStore::create().
struct NewTask {
  /// How long the task is kept after its end, at least; nullopt: unlimited.
  std::optional<std::chrono::milliseconds> keep = std::chrono::hours(1);
  std::optional<std::uint64_t> poll_interval_ms{};
  std::string status_message{};
  /// Without authentication, the address whose tasks are counted together. Empty: there is only one peer.
  std::string peer{};
};

/// The result of a change.
enum class TaskUpdate : unsigned char {
  Done,
  Stale,     ///< the task was changed since the record was read
  Ended,     ///< the task has ended already
  Unknown,   ///< there is no such task (any more)
  TooLarge,  ///< the store has no room for it
};

/// What an owner needs to know of a changed task before it reads it.
struct TaskChange {
  std::string id;
  std::string principal;
  TaskStatus status = TaskStatus::Working;
  bool has_responses = false;  // whether the record has `input_responses`
};

/// The result of TaskStore::updated_since().
struct TaskChanges {
  std::vector<TaskChange> changes;  // each task once, in the order of their last changes
  std::uint64_t position = 0;       // for the next call
  bool has_more = false;            // whether there were more changes than fit
};

/// An interface for the store.
///
/// Threads: any number of threads may call at the same time. A call may block: it runs on a thread that runs handlers,
/// and holds no lock. Atomicity: create() and update() each happen at once, for all who share the store. Errors: an
/// implementation whose store cannot be reached throws; the client is then asked to try again later, a call does not
/// become a task, and a task whose end cannot be written is lost. Other principals' tasks do not exist for a principal.
class MCP_EXPORT TaskStore {
 public:
  virtual ~TaskStore() = default;

  /// Makes a task with the status "working". When this returns, get() finds the task, on every server. If there is no
  /// room, returns nullopt and sets `problem` to an error text for the client or its model.
  [[nodiscard]] virtual std::optional<TaskRecord> create(std::string_view principal, const NewTask& task,
                                                         std::string& problem) = 0;
  /// The task; nullopt: this principal has none of that id, or it has expired.
  [[nodiscard]] virtual std::optional<TaskRecord> get(std::string_view id, std::string_view principal) = 0;
  /// Replaces the stored record by `record` if it was not changed since `record` was read and the task has not ended.
  /// On success `record` becomes the stored record, without members that its status does not have. If the result is
  /// Stale or Ended, `record` becomes the record in the store. A task that ends with a text of at most 200 bytes always
  /// finds room.
  [[nodiscard]] virtual TaskUpdate update(TaskRecord& record) = 0;
  /// The tasks that were changed after `position`, `most` at most (from 1 on); 0 is before all changes. Later changes
  /// have greater positions, and every change that was done before the call is among those that it considers. Tasks
  /// that are gone are left out.
  [[nodiscard]] virtual TaskChanges updated_since(std::uint64_t position, std::size_t most) = 0;
  /// The position of the last change; 0: there was none.
  [[nodiscard]] virtual std::uint64_t position() = 0;
  /// Removes expired tasks and returns their number. Other functions never return expired tasks.
  virtual std::size_t erase_expired() = 0;

 protected:
  TaskStore() = default;
  TaskStore(const TaskStore&) = default;
  TaskStore& operator=(const TaskStore&) = default;
};

}  // namespace mcp
