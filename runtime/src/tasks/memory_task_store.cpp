#include "tasks/memory_task_store.hpp"

#include <algorithm>
#include <utility>

#include "base/digest.hpp"
#include "base/shares.hpp"

namespace mcp::protocol {

namespace {

constexpr std::size_t kRandomBytes = 24;
/// The bytes by which a task may grow at its end even if the store is full, so that there is room for an error.
constexpr std::size_t kRoomToEnd = 1024;

/// The approximate memory of a record.
std::size_t size_of(const TaskRecord& record) {
  std::size_t size = sizeof(TaskRecord) + 2 * record.id.size() + record.principal.size() +
                     record.status_message.size() + record.result.size() + record.error.size();
  for (const InputRequest& input : record.input_requests) {
    size += sizeof(InputRequest) + input.key.size() + input.request.size();
  }
  for (const InputResponse& input : record.input_responses) {
    size += sizeof(InputResponse) + input.key.size() + input.response.size();
  }
  return size;
}

/// The ttl since the task was made, such that it is kept for its time from now on.
std::optional<std::uint64_t> ttl_of(const TaskRecord& record, std::optional<std::chrono::milliseconds> keep,
                                    TaskRecord::TimePoint now) {
  if (!keep) return std::nullopt;
  const TaskRecord::TimePoint from = is_terminal(record.status) ? record.last_updated_at : now;
  const std::chrono::milliseconds ttl = std::chrono::ceil<std::chrono::milliseconds>(from - record.created_at) + *keep;
  return static_cast<std::uint64_t>(std::max<std::chrono::milliseconds::rep>(ttl.count(), 1));
}

}  // namespace

MemoryTaskStore::MemoryTaskStore(const TaskLimits& limits, Clock now) : limits_(limits), now_(std::move(now)) {}

std::optional<TaskRecord> MemoryTaskStore::create(std::string_view principal, const NewTask& task,
                                                  std::string& problem) {
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
  const auto holder = holders_.try_emplace(std::string(holder_of(principal, task.peer))).first;
  if (const Room room = make_room(holder, 1, size); room != Room::Made) {
    problem = refusal(room, holder->first);
    drop_if_idle(holder);
    return std::nullopt;
  }
  const std::uint64_t position = last_change_ + 1;
  try {
    changes_.emplace(position, record.id);
    entries_.emplace(record.id, Entry{record, task.keep, holder, 0, ends_.end(), position});
  } catch (...) {
    changes_.erase(position);
    drop_if_idle(holder);
    throw;
  }
  last_change_ = position;
  ++holder->second.tasks;
  holder->second.bytes += size;
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
  if (is_terminal(record.status)) record.input_responses.clear();
  if (record.status != TaskStatus::Completed) record.result.clear();
  if (record.status != TaskStatus::Failed) record.error.clear();
  const std::size_t before = size_of(kept);
  const std::size_t size = size_of(record);
  const std::size_t granted = before + (is_terminal(record.status) ? kRoomToEnd : 0);
  const auto holder = entry->second.holder;
  if (size > granted && make_room(holder, 0, size - before) != Room::Made) return TaskUpdate::TooLarge;
  record.created_at = kept.created_at;
  record.last_updated_at = std::max(now, kept.last_updated_at);
  record.version = kept.version + 1;
  record.ttl_ms = ttl_of(record, entry->second.keep, now);
  kept = record;
  count_change(entry->second);
  bytes_ = bytes_ - before + size;
  holder->second.bytes = holder->second.bytes - before + size;
  if (is_terminal(record.status)) {
    entry->second.ended = ++last_ended_;
    ++ended_;
    ended_bytes_ += size;
    holder->second.ended_bytes += size;
    holder->second.ended.emplace(last_ended_, record.id);
    if (entry->second.keep) {
      entry->second.expiry = ends_.emplace(record.last_updated_at + *entry->second.keep, record.id);
    }
  }
  return TaskUpdate::Done;
}

TaskChanges MemoryTaskStore::updated_since(std::uint64_t position, std::size_t most) {
  const std::lock_guard lock(mutex_);
  erase_expired_before(now_());
  TaskChanges found;
  for (auto change = changes_.upper_bound(position); change != changes_.end(); ++change) {
    if (found.changes.size() == most) {
      found.has_more = true;
      break;
    }
    const TaskRecord& record = entries_.find(change->second)->second.record;
    found.changes.push_back({record.id, record.principal, record.status, !record.input_responses.empty()});
    found.position = change->first;
  }
  if (!found.has_more) found.position = std::max(position, last_change_);
  return found;
}

std::uint64_t MemoryTaskStore::position() {
  const std::lock_guard lock(mutex_);
  return last_change_;
}

/// The task is the one that was changed last. Needs no memory.
void MemoryTaskStore::count_change(Entry& entry) noexcept {
  auto change = changes_.extract(entry.changed);
  entry.changed = change.key() = ++last_change_;
  changes_.insert(std::move(change));
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

/// Makes room for more tasks and bytes of a holder, without removing the holder.
MemoryTaskStore::Room MemoryTaskStore::make_room(Holders::iterator holder, std::size_t tasks, std::size_t bytes) {
  const Holder& own = holder->second;
  const std::size_t share = share_of(limits_.max_tasks, holder->first);
  const std::size_t byte_share = share_of(limits_.max_bytes, holder->first);
  // Tests first whether there can be enough room, so that no task is removed in vain.
  if (own.tasks - own.ended.size() + tasks > share) return Room::NoTaskOfOne;
  if (entries_.size() - ended_ + tasks > limits_.max_tasks) return Room::NoTask;
  if (own.bytes - own.ended_bytes + bytes > byte_share) return Room::NoBytes;
  if (bytes_ - ended_bytes_ + bytes > limits_.max_bytes) return Room::NoBytes;
  ++holder->second.tasks;  // keeps the entry alive
  while (own.tasks - 1 + tasks > share || own.bytes + bytes > byte_share) erase_oldest(own);
  for (;;) {
    const bool too_many = entries_.size() + tasks > limits_.max_tasks;
    if (!too_many && bytes_ + bytes <= limits_.max_bytes) break;
    const auto amount = [&](const Holder& one) { return one.ended.empty() ? 0 : too_many ? one.tasks : one.bytes; };
    erase_oldest(std::ranges::max_element(holders_, {}, [&](const Holders::value_type& one) {
                   return amount(one.second);
                 })->second);
  }
  --holder->second.tasks;
  return Room::Made;
}

std::string MemoryTaskStore::refusal(Room room, std::string_view holder) const {
  switch (room) {
    case Room::NoTaskOfOne:
      return "As many tasks of this client are running as one may have, " +
             std::to_string(share_of(limits_.max_tasks, holder)) + "; wait until one has ended, or cancel one.";
    case Room::NoTask:
      return "The server has as many tasks running as it may have, " + std::to_string(limits_.max_tasks) +
             "; try again later.";
    default:
      return "The server has no room for what another task keeps; try again later.";
  }
}

void MemoryTaskStore::erase(Entries::iterator entry) {
  const std::size_t size = size_of(entry->second.record);
  const auto holder = entry->second.holder;
  --holder->second.tasks;
  holder->second.bytes -= size;
  bytes_ -= size;
  if (entry->second.ended != 0) {
    holder->second.ended.erase(entry->second.ended);
    holder->second.ended_bytes -= size;
    --ended_;
    ended_bytes_ -= size;
  }
  if (entry->second.expiry != ends_.end()) ends_.erase(entry->second.expiry);
  changes_.erase(entry->second.changed);
  entries_.erase(entry);
  drop_if_idle(holder);
}

void MemoryTaskStore::drop_if_idle(Holders::iterator holder) {
  if (holder->second.tasks == 0) holders_.erase(holder);
}

std::size_t MemoryTaskStore::erase_expired_before(TaskRecord::TimePoint time) {
  std::size_t count = 0;
  for (; !ends_.empty() && ends_.begin()->first <= time; ++count) erase(entries_.find(ends_.begin()->second));
  return count;
}

}  // namespace mcp::protocol
