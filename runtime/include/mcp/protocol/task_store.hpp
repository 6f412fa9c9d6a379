// Where tasks are kept (extension io.modelcontextprotocol/tasks): what clients poll, behind an interface, so that
// several processes can share one store.
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
#include <unordered_map>
#include <vector>

namespace mcp {
class Writer;
}

namespace mcp::protocol {

enum class TaskStatus : unsigned char { Working, InputRequired, Completed, Failed, Cancelled };

/// As the protocol spells it: "input_required".
[[nodiscard]] std::string_view name_of(TaskStatus status) noexcept;
/// Completed, failed or cancelled: nothing changes any more.
[[nodiscard]] constexpr bool is_terminal(TaskStatus status) noexcept { return status >= TaskStatus::Completed; }

/// A question that a task waits for. No key comes twice in the life of a task.
struct InputRequest {
  std::string key;
  std::string request;  // JSON: `{"method":…,"params":…}`

  bool operator==(const InputRequest&) const = default;
};

/// A task at one moment. The store sets what is marked so, whatever a caller writes there.
struct TaskRecord {
  using TimePoint = std::chrono::system_clock::time_point;

  std::string id{};         // by the store: cannot be guessed
  std::string principal{};  // by the store: who made it; empty: nobody was authenticated
  TaskStatus status = TaskStatus::Working;
  std::string status_message{};           // for people and models; empty: none
  TimePoint created_at{};                 // by the store
  TimePoint last_updated_at{};            // by the store
  std::optional<std::uint64_t> ttl_ms{};  // by the store: since created_at; nothing: for ever
  std::optional<std::uint64_t> poll_interval_ms{};
  std::string result{};                        // of a completed one: JSON
  std::string error{};                         // of a failed one: JSON, `{"code":…,"message":…}`
  std::vector<InputRequest> input_requests{};  // of one that requires input: what is not answered yet
  std::uint64_t version = 0;                   // by the store: counts changes
};

/// What a task starts with.
struct NewTask {
  /// How long it is kept once it has ended; nothing: for ever.
  std::optional<std::chrono::milliseconds> keep = std::chrono::hours(1);
  std::optional<std::uint64_t> poll_interval_ms{};
  std::string status_message{};
};

/// What became of a change.
enum class TaskUpdate : unsigned char {
  Done,
  Stale,     ///< somebody else changed the task first
  Ended,     ///< the task has ended before
  Unknown,   ///< there is no such task, or not any more
  TooLarge,  ///< the store has no room for it
};

/// Thread-safe. Who asks for a task of another principal is told that there is none. A store that cannot be reached
/// throws.
class TaskStore {
 public:
  virtual ~TaskStore() = default;

  /// Makes a task that works; when this returns, get() finds it. Nothing if there is no room.
  [[nodiscard]] virtual std::optional<TaskRecord> create(std::string_view principal, const NewTask& task) = 0;
  [[nodiscard]] virtual std::optional<TaskRecord> get(std::string_view id, std::string_view principal) = 0;
  /// Replaces a task by `record` if nobody has changed it since `record` was read and it has not ended. Then `record`
  /// is as it is kept now, without what its status does not have; where it is stale or has ended, it becomes what is
  /// there instead.
  [[nodiscard]] virtual TaskUpdate update(TaskRecord& record) = 0;
  /// Forgets the tasks whose time is over; returns how many. Others never find those either way.
  virtual std::size_t erase_expired() = 0;

 protected:
  TaskStore() = default;
  TaskStore(const TaskStore&) = default;
  TaskStore& operator=(const TaskStore&) = default;
};

/// Applies `change` to a task until nobody came in between. False from `change` means that there is nothing to do, and
/// counts as done.
[[nodiscard]] TaskUpdate change_task(TaskStore& store, std::string_view id, std::string_view principal,
                                     const std::function<bool(TaskRecord&)>& change);

struct TaskLimits {
  std::size_t max_tasks = 10'000;
  std::size_t max_tasks_each = 1'000;             // of one principal
  std::size_t max_bytes = std::size_t{64} << 20;  // of all tasks, about
};

/// Tasks of this process. Those that have not ended stay, however long they take: who runs them ends them. When it is
/// full it refuses, and forgets nothing that was promised; only a task that ends with few words always finds room.
class MemoryTaskStore final : public TaskStore {
 public:
  using Clock = std::function<TaskRecord::TimePoint()>;

  explicit MemoryTaskStore(const TaskLimits& limits = {}, Clock now = &std::chrono::system_clock::now);

  [[nodiscard]] std::optional<TaskRecord> create(std::string_view principal, const NewTask& task) override;
  [[nodiscard]] std::optional<TaskRecord> get(std::string_view id, std::string_view principal) override;
  [[nodiscard]] TaskUpdate update(TaskRecord& record) override;
  std::size_t erase_expired() override;

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Entry {
    TaskRecord record;
    std::optional<std::chrono::milliseconds> keep;
  };
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  using Entries = std::unordered_map<std::string, Entry, Hash, std::equal_to<>>;

  [[nodiscard]] Entries::iterator found(std::string_view id, std::string_view principal);
  std::size_t erase_expired_before(TaskRecord::TimePoint time);

  const TaskLimits limits_;
  const Clock now_;
  mutable std::mutex mutex_;
  Entries entries_;
  std::multimap<TaskRecord::TimePoint, std::string> ends_;  // when ended tasks expire
  std::map<std::string, std::size_t, std::less<>> held_;    // by principal
  std::size_t bytes_ = 0;
};

/// Writes the members that every task has, without braces: `"taskId":…,"status":…`, as a CreateTaskResult has them.
void write_task(Writer& to, const TaskRecord& record);
/// The same, then `result`, `error` or `inputRequests`, as its status demands: for tasks/get and notifications/tasks.
void write_detailed_task(Writer& to, const TaskRecord& record);

}  // namespace mcp::protocol
