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
  /// Where nobody was authenticated, whose tasks are counted together: an address. Empty: there is but one peer.
  std::string peer{};
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

  /// Makes a task that works; when this returns, get() finds it. Nothing if there is no room; then `problem` tells the
  /// client, or its model, which.
  [[nodiscard]] virtual std::optional<TaskRecord> create(std::string_view principal, const NewTask& task,
                                                         std::string& problem) = 0;
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

/// Of each, one principal, or one peer where nobody is authenticated, may have half (share_of()).
struct TaskLimits {
  std::size_t max_tasks = 10'000;                 // running ones and those that have ended
  std::size_t max_bytes = std::size_t{64} << 20;  // of all tasks, about; results are what counts
};

/// Tasks of this process. Those that have not ended stay, however long they take: who runs them ends them. One that has
/// ended is kept for the time that it was made with, unless its room is needed: for a task, or a result, of the same
/// holder beyond its share the oldest of that holder makes room, for others the oldest of the holder who has most. Only
/// where running tasks have all the room is another one refused; one that ends with few words always finds room.
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
  /// Whose tasks are counted together.
  struct Holder {
    std::size_t tasks = 0;
    std::size_t bytes = 0;
    std::size_t ended_bytes = 0;                 // of those that have ended
    std::map<std::uint64_t, std::string> ended;  // their ids, the oldest first
  };
  using Holders = std::map<std::string, Holder, std::less<>>;
  struct Entry {
    TaskRecord record;
    std::optional<std::chrono::milliseconds> keep;
    Holders::iterator holder;
    std::uint64_t ended = 0;  // its place among those that have ended; 0: it has not
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
  std::size_t ended_ = 0;  // how many of the tasks have ended, and their bytes
  std::size_t ended_bytes_ = 0;
  std::size_t bytes_ = 0;  // of all
};

/// Writes the members that every task has, without braces: `"taskId":…,"status":…`, as a CreateTaskResult has them.
void write_task(Writer& to, const TaskRecord& record);
/// The same, then `result`, `error` or `inputRequests`, as its status demands: for tasks/get and notifications/tasks.
void write_detailed_task(Writer& to, const TaskRecord& record);

}  // namespace mcp::protocol
