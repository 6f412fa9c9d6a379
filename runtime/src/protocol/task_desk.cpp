#include <mcp/protocol/task_desk.hpp>

#include <algorithm>
#include <utility>

#include <mcp/codec/value_text.hpp>

namespace mcp::protocol {

std::optional<TaskRecord> TaskDesk::begin(std::string_view principal, std::stop_source stop) {
  std::optional<TaskRecord> record = store_.create(principal);
  if (!record) return record;
  const std::lock_guard lock(mutex_);
  runs_.emplace(record->id, Run{std::move(stop), nullptr});
  return record;
}

void TaskDesk::report(const std::string& id, std::string message) {
  store_.update(id, [&](TaskRecord& task) { task.message = std::move(message); });
}

void TaskDesk::park(const std::string& id, std::shared_ptr<Round> round, std::vector<TaskInput> requests) {
  {
    const std::lock_guard lock(mutex_);
    const auto run = runs_.find(id);
    if (run != runs_.end()) run->second.round = round;
  }
  const bool waits = store_.update(id, [&](TaskRecord& task) {
    task.status = TaskStatus::InputRequired;
    task.inputs = std::move(requests);
  });
  if (!waits) round->interrupt();  // it was cancelled
}

void TaskDesk::go_on(const std::string& id) {
  {
    const std::lock_guard lock(mutex_);
    const auto run = runs_.find(id);
    if (run != runs_.end()) run->second.round.reset();
  }
  store_.update(id, [](TaskRecord& task) {
    task.status = TaskStatus::Working;
    task.inputs.clear();
  });
}

void TaskDesk::end(const std::string& id) {
  const std::lock_guard lock(mutex_);
  runs_.erase(id);
}

void TaskDesk::complete(const std::string& id, std::string_view result) {
  store_.update(id, [&](TaskRecord& task) {
    task.status = TaskStatus::Completed;
    task.result = result;
  });
  end(id);
}

void TaskDesk::fail(const std::string& id, std::string_view error) {
  store_.update(id, [&](TaskRecord& task) {
    task.status = TaskStatus::Failed;
    task.error = error;
  });
  end(id);
}

void TaskDesk::abandon(const std::string& id) {
  store_.update(id, [](TaskRecord& task) { task.status = TaskStatus::Cancelled; });
  end(id);
}

std::optional<TaskRecord> TaskDesk::find(const std::string& id, std::string_view principal) const {
  std::optional<TaskRecord> task = store_.find(id);
  if (task && task->principal != principal) task.reset();
  return task;
}

bool TaskDesk::cancel(const std::string& id, std::string_view principal) {
  if (!find(id, principal)) return false;
  store_.update(id, [](TaskRecord& task) { task.status = TaskStatus::Cancelled; });
  std::optional<std::stop_source> stop;
  std::shared_ptr<Round> round;
  {
    const std::lock_guard lock(mutex_);
    const auto run = runs_.find(id);
    if (run == runs_.end()) return true;
    stop = run->second.stop;
    round = run->second.round;
  }
  (void)stop->request_stop();
  if (round) round->interrupt();
  return true;
}

bool TaskDesk::answer(const std::string& id, std::string_view principal, Value responses) {
  if (!find(id, principal)) return false;
  std::shared_ptr<Round> round;
  {
    const std::lock_guard lock(mutex_);
    const auto run = runs_.find(id);
    if (run != runs_.end()) round = run->second.round;
  }
  if (!round) return true;
  ObjectCursor cursor(responses);
  std::string_view name;
  Value response;
  while (cursor.next(name, response)) {
    if (!round->waits_for(name)) continue;
    // First out of sight: a client that was told it is answered must not see it again.
    store_.update(id, [&](TaskRecord& task) {
      std::erase_if(task.inputs, [&](const TaskInput& input) { return input.name == name; });
      if (task.inputs.empty()) task.status = TaskStatus::Working;
    });
    Writer text;
    write_value(response, text);
    round->answer(name, Reply{false, 0, std::string(text.view())});
  }
  return true;
}

}  // namespace mcp::protocol
