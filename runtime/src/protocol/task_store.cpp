#include <mcp/protocol/task_store.hpp>

#include <algorithm>
#include <utility>

#include <mcp/protocol/digest.hpp>

namespace mcp::protocol {

namespace {

constexpr std::size_t kRandomBytes = 24;
/// By which a task may grow when it ends, however full the store is: an error must find room.
constexpr std::size_t kRoomToEnd = 1024;

/// About what a record takes.
std::size_t size_of(const TaskRecord& record) {
  std::size_t size = sizeof(TaskRecord) + 2 * record.id.size() + record.principal.size() +
                     record.status_message.size() + record.result.size() + record.error.size();
  for (const InputRequest& input : record.input_requests) {
    size += sizeof(InputRequest) + input.key.size() + input.request.size();
  }
  return size;
}

/// Since it was made: it is kept that long from now on, or from its end.
std::optional<std::uint64_t> ttl_of(const TaskRecord& record, std::optional<std::chrono::milliseconds> keep,
                                    TaskRecord::TimePoint now) {
  if (!keep) return std::nullopt;
  const TaskRecord::TimePoint from = is_terminal(record.status) ? record.last_updated_at : now;
  const std::chrono::milliseconds ttl = std::chrono::ceil<std::chrono::milliseconds>(from - record.created_at) + *keep;
  return static_cast<std::uint64_t>(std::max<std::chrono::milliseconds::rep>(ttl.count(), 1));
}

}  // namespace

TaskUpdate change_task(TaskStore& store, std::string_view id, std::string_view principal,
                       const std::function<bool(TaskRecord&)>& change) {
  std::optional<TaskRecord> record = store.get(id, principal);
  if (!record) return TaskUpdate::Unknown;
  for (;;) {
    if (is_terminal(record->status)) return TaskUpdate::Ended;
    if (!change(*record)) return TaskUpdate::Done;
    const TaskUpdate done = store.update(*record);
    if (done != TaskUpdate::Stale) return done;
  }
}

MemoryTaskStore::MemoryTaskStore(const TaskLimits& limits, Clock now) : limits_(limits), now_(std::move(now)) {}

std::optional<TaskRecord> MemoryTaskStore::create(std::string_view principal, const NewTask& task) {
  TaskRecord record{.id = random_token(kRandomBytes),
                    .principal = std::string(principal),
                    .status_message = task.status_message,
                    .poll_interval_ms = task.poll_interval_ms,
                    .version = 1};
  const std::lock_guard lock(mutex_);
  const TaskRecord::TimePoint now = now_();
  erase_expired_before(now);
  record.created_at = record.last_updated_at = now;
  record.ttl_ms = ttl_of(record, task.keep, now);
  const std::size_t size = size_of(record);
  const auto held = held_.find(principal);
  if (entries_.size() >= limits_.max_tasks || size > limits_.max_bytes - std::min(bytes_, limits_.max_bytes) ||
      (held == held_.end() ? 0 : held->second) >= limits_.max_tasks_each) {
    return std::nullopt;
  }
  entries_.emplace(record.id, Entry{record, task.keep});
  ++held_[record.principal];
  bytes_ += size;
  return record;
}

std::optional<TaskRecord> MemoryTaskStore::get(std::string_view id, std::string_view principal) {
  const std::lock_guard lock(mutex_);
  const TaskRecord::TimePoint now = now_();
  erase_expired_before(now);
  const auto entry = found(id, principal);
  if (entry == entries_.end()) return std::nullopt;
  TaskRecord record = entry->second.record;
  record.ttl_ms = ttl_of(record, entry->second.keep, now);
  return record;
}

TaskUpdate MemoryTaskStore::update(TaskRecord& record) {
  const std::lock_guard lock(mutex_);
  const TaskRecord::TimePoint now = now_();
  erase_expired_before(now);
  const auto entry = found(record.id, record.principal);
  if (entry == entries_.end()) return TaskUpdate::Unknown;
  TaskRecord& kept = entry->second.record;
  if (is_terminal(kept.status) || kept.version != record.version) {
    record = kept;
    record.ttl_ms = ttl_of(record, entry->second.keep, now);
    return is_terminal(kept.status) ? TaskUpdate::Ended : TaskUpdate::Stale;
  }
  if (record.status != TaskStatus::InputRequired) record.input_requests.clear();
  if (record.status != TaskStatus::Completed) record.result.clear();
  if (record.status != TaskStatus::Failed) record.error.clear();
  const std::size_t others = bytes_ - size_of(kept);
  const std::size_t size = size_of(record);
  const std::size_t granted = size_of(kept) + (is_terminal(record.status) ? kRoomToEnd : 0);
  if (size > granted && size > limits_.max_bytes - std::min(others, limits_.max_bytes)) return TaskUpdate::TooLarge;
  record.created_at = kept.created_at;
  record.last_updated_at = std::max(now, kept.last_updated_at);
  record.version = kept.version + 1;
  record.ttl_ms = ttl_of(record, entry->second.keep, now);
  kept = record;
  bytes_ = others + size;
  if (is_terminal(record.status) && entry->second.keep) {
    ends_.emplace(record.last_updated_at + *entry->second.keep, record.id);
  }
  return TaskUpdate::Done;
}

std::size_t MemoryTaskStore::erase_expired() {
  const std::lock_guard lock(mutex_);
  return erase_expired_before(now_());
}

std::size_t MemoryTaskStore::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

std::size_t MemoryTaskStore::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

MemoryTaskStore::Entries::iterator MemoryTaskStore::found(std::string_view id, std::string_view principal) {
  const auto entry = entries_.find(id);
  return entry != entries_.end() && entry->second.record.principal == principal ? entry : entries_.end();
}

std::size_t MemoryTaskStore::erase_expired_before(TaskRecord::TimePoint time) {
  std::size_t count = 0;
  for (; !ends_.empty() && ends_.begin()->first <= time; ++count) {
    const auto entry = entries_.find(ends_.begin()->second);
    bytes_ -= size_of(entry->second.record);
    const auto held = held_.find(entry->second.record.principal);
    if (--held->second == 0) held_.erase(held);
    entries_.erase(entry);
    ends_.erase(ends_.begin());
  }
  return count;
}

}  // namespace mcp::protocol
