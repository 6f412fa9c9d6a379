// The tasks of this process, in memory.
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

#include <mcp/limits.hpp>
#include <mcp/task_store.hpp>

namespace mcp::protocol {

/// A running task is never removed. An ended task is kept for its time, unless
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
  [[nodiscard]] TaskChanges updated_since(std::uint64_t position, std::size_t most) override;
  [[nodiscard]] std::uint64_t position() override;
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
    std::uint64_t changed;    // position of its last change
  };
  using Entries = std::unordered_map<std::string, Entry, Hash, std::equal_to<>>;
  enum class Room : unsigned char { Made, NoTaskOfOne, NoTask, NoBytes };

  [[nodiscard]] Entries::iterator found(std::string_view id, std::string_view principal);
  [[nodiscard]] Room make_room(Holders::iterator holder, std::size_t tasks, std::size_t bytes);
  void count_change(Entry& entry) noexcept;
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
  Ends ends_;                                     // when ended tasks expire
  std::map<std::uint64_t, std::string> changes_;  // ids of all tasks, by the positions of their last changes
  std::uint64_t last_change_ = 0;
  std::uint64_t last_ended_ = 0;
  std::size_t ended_ = 0;  // number of ended tasks, and their bytes below
  std::size_t ended_bytes_ = 0;
  std::size_t bytes_ = 0;  // of all
};

}  // namespace mcp::protocol
