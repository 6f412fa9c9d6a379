#include <mcp/protocol/task_store.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <utility>

#include <mcp/protocol/digest.hpp>

namespace mcp::protocol {

namespace {

constexpr std::size_t kIdBytes = 24;

constexpr std::array<std::string_view, 5> kStatusNames = {"working", "input_required", "completed", "failed",
                                                          "cancelled"};

std::size_t kept_bytes(const TaskRecord& task) { return task.result.size() + task.error.size(); }

void write_time(Writer& to, std::string_view key, TaskRecord::Time time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(time - seconds).count();
  const std::time_t since_epoch = std::chrono::system_clock::to_time_t(seconds);
  std::tm parts{};
  ::gmtime_r(&since_epoch, &parts);
  std::array<char, 40> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text.data() + length, text.size() - length, ".%03dZ", static_cast<int>(milliseconds));
  to.raw(key);
  to.raw(text.data());
  to.raw('"');
}

}  // namespace

void MemoryTaskStore::forget_expired(TaskRecord::Time now) {
  for (auto at = tasks_.begin(); at != tasks_.end();) {
    if (is_terminal(at->second.status) && at->second.created + at->second.ttl <= now) {
      bytes_ -= kept_bytes(at->second);
      at = tasks_.erase(at);
    } else {
      ++at;
    }
  }
}

/// The oldest results go first; that of the last task stays.
void MemoryTaskStore::make_room() {
  while (bytes_ > limits_.max_bytes) {
    auto oldest = tasks_.end();
    std::size_t finished = 0;
    for (auto at = tasks_.begin(); at != tasks_.end(); ++at) {
      if (!is_terminal(at->second.status)) continue;
      ++finished;
      if (oldest == tasks_.end() || at->second.updated < oldest->second.updated) oldest = at;
    }
    if (finished < 2) return;
    bytes_ -= kept_bytes(oldest->second);
    tasks_.erase(oldest);
  }
}

std::optional<TaskRecord> MemoryTaskStore::create(std::string_view principal) {
  const std::lock_guard lock(mutex_);
  const TaskRecord::Time now = clock_();
  forget_expired(now);
  if (tasks_.size() >= limits_.max_tasks) return std::nullopt;
  TaskRecord task;
  task.id = random_token(kIdBytes);
  task.principal = principal;
  task.created = task.updated = now;
  task.ttl = limits_.ttl;
  task.poll_interval = limits_.poll_interval;
  return tasks_.emplace(task.id, task).first->second;
}

std::optional<TaskRecord> MemoryTaskStore::find(std::string_view id) const {
  const std::lock_guard lock(mutex_);
  const auto found = tasks_.find(id);
  if (found == tasks_.end()) return std::nullopt;
  const TaskRecord& task = found->second;
  if (is_terminal(task.status) && task.created + task.ttl <= clock_()) return std::nullopt;
  return task;
}

bool MemoryTaskStore::update(std::string_view id, const std::function<void(TaskRecord&)>& change) {
  const std::lock_guard lock(mutex_);
  const auto found = tasks_.find(id);
  if (found == tasks_.end() || is_terminal(found->second.status)) return false;
  TaskRecord& task = found->second;
  change(task);
  task.updated = std::max(task.updated, clock_());
  if (is_terminal(task.status)) {
    // From now on the time counts: a long task's result must be there to be fetched.
    task.ttl = std::chrono::duration_cast<std::chrono::milliseconds>(task.updated - task.created) + limits_.ttl;
    task.inputs.clear();
    bytes_ += kept_bytes(task);
    make_room();
  }
  return true;
}

std::size_t MemoryTaskStore::size() const {
  const std::lock_guard lock(mutex_);
  return tasks_.size();
}

void write_task(Writer& to, const TaskRecord& task, TaskDetail detail) {
  to.raw(R"("taskId":)");
  to.string(task.id);
  to.raw(R"(,"status":")");
  to.raw(kStatusNames[static_cast<std::size_t>(task.status)]);
  to.raw('"');
  if (!task.message.empty()) {
    to.raw(R"(,"statusMessage":)");
    to.string(task.message);
  }
  write_time(to, R"(,"createdAt":")", task.created);
  write_time(to, R"(,"lastUpdatedAt":")", task.updated);
  to.raw(R"(,"ttlMs":)");
  to.integer(task.ttl.count());
  to.raw(R"(,"pollIntervalMs":)");
  to.integer(task.poll_interval.count());
  if (detail == TaskDetail::Handle) return;
  if (task.status == TaskStatus::Completed) {
    to.raw(R"(,"result":)");
    to.raw(task.result);
  } else if (task.status == TaskStatus::Failed) {
    to.raw(R"(,"error":)");
    to.raw(task.error);
  } else if (task.status == TaskStatus::InputRequired) {
    to.raw(R"(,"inputRequests":{)");
    for (std::size_t i = 0; i < task.inputs.size(); ++i) {
      if (i != 0) to.raw(',');
      to.string(task.inputs[i].name);
      to.raw(':');
      to.raw(task.inputs[i].request);
    }
    to.raw('}');
  }
}

}  // namespace mcp::protocol
