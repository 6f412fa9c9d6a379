// Where tasks are kept (extension io.modelcontextprotocol/tasks): an interface, so that several processes can share one,
// and a store in memory.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/codec/writer.hpp>

namespace mcp::protocol {

enum class TaskStatus : unsigned char { Working, InputRequired, Completed, Failed, Cancelled };

/// Whether nothing can change any more.
[[nodiscard]] constexpr bool is_terminal(TaskStatus status) noexcept { return status >= TaskStatus::Completed; }

/// A question that a task waits with: what clients answer by, and the request as JSON.
struct TaskInput {
  std::string name;
  std::string request;
};

/// A task as clients see it.
struct TaskRecord {
  using Time = std::chrono::system_clock::time_point;

  std::string id{};         // unguessable
  std::string principal{};  // who may see it; empty: whoever knows the id
  TaskStatus status = TaskStatus::Working;
  std::string message{};  // for people; empty: none
  Time created{};
  Time updated{};
  std::chrono::milliseconds ttl{};            // from its creation
  std::chrono::milliseconds poll_interval{};  // how often to ask for it
  std::string result{};                       // of Completed: JSON
  std::string error{};                        // of Failed: JSON
  std::vector<TaskInput> inputs{};            // of InputRequired
};

/// Implementations are thread-safe.
class TaskStore {
 public:
  virtual ~TaskStore() = default;

  /// A new task, Working; nothing if there are as many as may be.
  [[nodiscard]] virtual std::optional<TaskRecord> create(std::string_view principal) = 0;
  /// The task of that id; nothing if it is unknown or has expired.
  [[nodiscard]] virtual std::optional<TaskRecord> find(std::string_view id) const = 0;
  /// Lets `change` change the task, at once for everybody. False, without a call, if it is unknown or terminal.
  virtual bool update(std::string_view id, const std::function<void(TaskRecord&)>& change) = 0;
};

struct TaskLimits {
  std::size_t max_tasks = 1000;
  /// Of results and errors that are kept; beyond, the oldest finished tasks are forgotten.
  std::size_t max_bytes = std::size_t{64} << 20;
  /// How long a task that has ended is kept. One that runs stays.
  std::chrono::milliseconds ttl = std::chrono::hours(1);
  std::chrono::milliseconds poll_interval{500};
};

/// Keeps tasks as long as the process lives.
class MemoryTaskStore final : public TaskStore {
 public:
  using Clock = TaskRecord::Time (*)();

  explicit MemoryTaskStore(const TaskLimits& limits = {}, Clock clock = &std::chrono::system_clock::now)
      : limits_(limits), clock_(clock) {}

  [[nodiscard]] std::optional<TaskRecord> create(std::string_view principal) override;
  [[nodiscard]] std::optional<TaskRecord> find(std::string_view id) const override;
  bool update(std::string_view id, const std::function<void(TaskRecord&)>& change) override;
  [[nodiscard]] std::size_t size() const;

 private:
  void forget_expired(TaskRecord::Time now);
  void make_room();

  const TaskLimits limits_;
  const Clock clock_;
  mutable std::mutex mutex_;
  std::map<std::string, TaskRecord, std::less<>> tasks_;
  std::size_t bytes_ = 0;
};

enum class TaskDetail : unsigned char {
  Handle,  ///< what a CreateTaskResult has
  Full,    ///< with result, error or questions: what tasks/get answers
};

/// Appends the members of a task.
void write_task(Writer& to, const TaskRecord& task, TaskDetail detail = TaskDetail::Handle);

}  // namespace mcp::protocol
