// The store of task records (extension io.modelcontextprotocol/tasks) that clients poll. It is an interface, so that
// several processes can share a store.
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

/// The status in the protocol's spelling: "input_required".
[[nodiscard]] std::string_view name_of(TaskStatus status) noexcept;
/// Whether the status is final: completed, failed or cancelled.
[[nodiscard]] constexpr bool is_terminal(TaskStatus status) noexcept { return status >= TaskStatus::Completed; }

/// A question that a task waits for. Each key is used only once per task.
struct InputRequest {
  std::string key;
  std::string request;  // JSON: `{"method":…,"params":…}`

  bool operator==(const InputRequest&) const = default;
};

/// A snapshot of a task. The store sets the members marked "by the store" and ignores the caller's values.
struct TaskRecord {
  using TimePoint = std::chrono::system_clock::time_point;

  std::string id{};         // by the store; cannot be guessed
  std::string principal{};  // by the store; the creator; empty: not authenticated
  TaskStatus status = TaskStatus::Working;
  std::string status_message{};           // for users and models; empty: none
  TimePoint created_at{};                 // by the store
  TimePoint last_updated_at{};            // by the store
  std::optional<std::uint64_t> ttl_ms{};  // by the store; since created_at; nullopt: unlimited
  std::optional<std::uint64_t> poll_interval_ms{};
  std::string result{};                        // of a completed task: JSON
  std::string error{};                         // of a failed task: JSON, `{"code":…,"message":…}`
  std::vector<InputRequest> input_requests{};  // of a task that requires input: the open questions
  std::uint64_t version = 0;                   // by the store; counts changes
};

/// The arguments of TaskStore::create().
struct NewTask {
  /// How long the task is kept after its end; nullopt: unlimited.
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

/// Implementations are thread-safe. For a task of another principal they answer as if it did not exist. If the store
/// cannot be reached, they throw.
class TaskStore {
 public:
  virtual ~TaskStore() = default;

  /// Makes a task with the status "working". When this returns, get() finds the task. If there is no room, returns
  /// nullopt and sets `problem` to an error text for the client or its model.
  [[nodiscard]] virtual std::optional<TaskRecord> create(std::string_view principal, const NewTask& task,
                                                         std::string& problem) = 0;
  [[nodiscard]] virtual std::optional<TaskRecord> get(std::string_view id, std::string_view principal) = 0;
  /// Replaces the stored record by `record` if it was not changed since `record` was read and the task has not ended.
  /// On success `record` becomes the stored record, without members that its status does not have. If the result is
  /// Stale or Ended, `record` becomes the record in the store.
  [[nodiscard]] virtual TaskUpdate update(TaskRecord& record) = 0;
  /// Removes expired tasks and returns their number. Other functions never return expired tasks.
  virtual std::size_t erase_expired() = 0;

 protected:
  TaskStore() = default;
  TaskStore(const TaskStore&) = default;
  TaskStore& operator=(const TaskStore&) = default;
};

/// Reads a task, applies `change` and stores it, and repeats that while the result is Stale. If `change` returns false,
/// there is nothing to do, and the result is Done.
[[nodiscard]] TaskUpdate change_task(TaskStore& store, std::string_view id, std::string_view principal,
                                     const std::function<bool(TaskRecord&)>& change);

/// Of each limit, one principal may use half; without authentication, one address (share_of()).
struct TaskLimits {
  std::size_t max_tasks = 10'000;                 // running and ended ones
  std::size_t max_bytes = std::size_t{64} << 20;  // approximate bytes of all tasks, mostly of results
};

/// The tasks of this process, in memory. A running task is never removed. An ended task is kept for its time, unless
/// its room is needed: a holder beyond its share loses its own oldest ended task; otherwise the holder with the most
/// loses its oldest. A new task is refused only if running tasks use all the room. A task that ends with a short result
/// always finds room.
class MemoryTaskStore final : public TaskStore {
 public:
  using Clock = std::function<TaskRecord::TimePoint()>;

  explicit MemoryTaskStore(const TaskLimits& limits = {}, Clock now = &std::chrono::system_clock::now);

  [[nodiscard]] std::optional<TaskRecord> create(std::string_view principal, const NewTask& task,
                                                 std::string& problem) override;
  [[nodiscard]] std::optional<TaskRecord> get(std::string_view id, std::string_view principal) override;
  [[nodiscard]] TaskUpdate update(TaskRecord& record) override;
  std::size_t erase_expired() override;

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  using Ends = std::multimap<TaskRecord::TimePoint, std::string>;
  /// A holder, whose tasks are counted together.
  struct Holder {
    std::size_t tasks = 0;
    std::size_t bytes = 0;
    std::size_t ended_bytes = 0;                 // of its ended tasks
    std::map<std::uint64_t, std::string> ended;  // ids of its ended tasks, oldest first
  };
  using Holders = std::map<std::string, Holder, std::less<>>;
  struct Entry {
    TaskRecord record;
    std::optional<std::chrono::milliseconds> keep;
    Holders::iterator holder;
    std::uint64_t ended = 0;  // position among the ended tasks; 0: still running
    Ends::iterator expiry;    // end(): none
  };
  using Entries = std::unordered_map<std::string, Entry, Hash, std::equal_to<>>;
  enum class Room : unsigned char { Made, NoTaskOfOne, NoTask, NoBytes };

  [[nodiscard]] Entries::iterator found(std::string_view id, std::string_view principal);
  [[nodiscard]] Room make_room(Holders::iterator holder, std::size_t tasks, std::size_t bytes);
  void erase(Entries::iterator entry);
  void erase_oldest(const Holder& holder) { erase(entries_.find(holder.ended.begin()->second)); }
  void drop_if_idle(Holders::iterator holder);
  [[nodiscard]] std::string refusal(Room room, std::string_view holder) const;
  std::size_t erase_expired_before(TaskRecord::TimePoint time);

  const TaskLimits limits_;
  const Clock now_;
  mutable std::mutex mutex_;
  Holders holders_;
  Entries entries_;
  Ends ends_;  // when ended tasks expire
  std::uint64_t last_ended_ = 0;
  std::size_t ended_ = 0;  // number of ended tasks, and their bytes below
  std::size_t ended_bytes_ = 0;
  std::size_t bytes_ = 0;  // of all
};

/// Writes the members of every task, without braces: `"taskId":…,"status":…`, as in a CreateTaskResult.
void write_task(Writer& to, const TaskRecord& record);
/// The same, followed by `result`, `error` or `inputRequests` according to the status, for tasks/get and
/// notifications/tasks.
void write_detailed_task(Writer& to, const TaskRecord& record);

}  // namespace mcp::protocol
