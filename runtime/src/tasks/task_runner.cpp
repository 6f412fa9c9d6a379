#include "tasks/task_runner.hpp"

#include <utility>

#include "codec/document.hpp"
#include "codec/value_text.hpp"
#include "jsonrpc/message.hpp"

namespace mcp::protocol {

namespace {

/// The interval at which clients should poll a task, in milliseconds.
constexpr std::uint64_t kPollInterval = 500;
constexpr std::string_view kTooLarge = "The result is too large to be kept; ask for less.";

/// The message of a JSON-RPC error.
std::string message_of(std::string_view error) {
  Document document;
  return document.parse_copy(error).empty() ? std::string(text_member(document.root(), "message")) : std::string();
}

}  // namespace

std::optional<TaskRecord> TaskRunner::begin(std::string_view principal, std::string_view peer, std::stop_source stop,
                                            std::string& problem) {
  (void)store_.erase_expired();
  std::optional<TaskRecord> record =
      store_.create(principal, {.poll_interval_ms = kPollInterval, .peer = std::string(peer)}, problem);
  if (!record) return record;
  const std::lock_guard lock(mutex_);
  runs_.emplace(record->id, Run{std::string(principal), std::string(holder_of(principal, peer)), std::move(stop)});
  return record;
}

template <class F>
bool TaskRunner::change(const std::string& id, F&& how) {
  std::string principal;
  {
    const std::lock_guard lock(mutex_);
    const auto run = runs_.find(id);
    if (run == runs_.end()) return false;
    principal = run->second.principal;
  }
  const TaskUpdate update = change_task(store_, id, principal, [&](TaskRecord& task) {
    how(task);
    return true;
  });
  if (update != TaskUpdate::TooLarge) return update == TaskUpdate::Done;
  // If there is no room for the record, the task is ended, so that it does not seem to run for ever.
  (void)change_task(store_, id, principal, [](TaskRecord& task) {
    task.status = TaskStatus::Failed;
    task.status_message = kTooLarge;
    task.error = R"({"code":-32603,"message":")" + std::string(kTooLarge) + "\"}";
    return true;
  });
  return false;
}

void TaskRunner::report(const std::string& id, std::string message) {
  (void)change(id, [&](TaskRecord& task) { task.status_message = message; });
}

void TaskRunner::suspend(const std::string& id, std::shared_ptr<PendingReplies> pending,
                         std::vector<InputRequest> requests) {
  {
    const std::lock_guard lock(mutex_);
    const auto run = runs_.find(id);
    if (run != runs_.end()) run->second.pending = pending;
  }
  const bool waits = change(id, [&](TaskRecord& task) {
    task.status = TaskStatus::InputRequired;
    task.input_requests = requests;
  });
  if (!waits) pending->cancel_pending();  // the task was cancelled
}

void TaskRunner::go_on(const std::string& id) {
  {
    const std::lock_guard lock(mutex_);
    const auto run = runs_.find(id);
    if (run != runs_.end()) run->second.pending.reset();
  }
  (void)change(id, [](TaskRecord& task) { task.status = TaskStatus::Working; });
}

void TaskRunner::end(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto run = runs_.find(id);
  if (run == runs_.end()) return;
  answers_.give_back(run->second.holder, run->second.answers);
  runs_.erase(run);
}

void TaskRunner::complete(const std::string& id, std::string_view result) {
  (void)change(id, [&](TaskRecord& task) {
    task.status = TaskStatus::Completed;
    task.status_message.clear();  // it described work in progress
    task.result = result;
  });
  end(id);
}

void TaskRunner::fail(const std::string& id, std::string_view error) {
  (void)change(id, [&](TaskRecord& task) {
    task.status = TaskStatus::Failed;
    task.status_message = message_of(error);
    task.error = error;
  });
  end(id);
}

void TaskRunner::abandon(const std::string& id) {
  (void)change(id, [](TaskRecord& task) {
    task.status = TaskStatus::Cancelled;
    task.status_message.clear();
  });
  end(id);
}

bool TaskRunner::cancel(const std::string& id, std::string_view principal) {
  const TaskUpdate update = change_task(store_, id, principal, [](TaskRecord& task) {
    task.status = TaskStatus::Cancelled;
    task.status_message = "The client cancelled the task.";
    return true;
  });
  if (update == TaskUpdate::Unknown) return false;
  std::optional<std::stop_source> stop;
  std::shared_ptr<PendingReplies> pending;
  {
    const std::lock_guard lock(mutex_);
    const auto run = runs_.find(id);
    if (run == runs_.end()) return true;
    stop = run->second.stop;
    pending = run->second.pending;
  }
  (void)stop->request_stop();
  if (pending) pending->cancel_pending();
  return true;
}

bool TaskRunner::admit_answers(const std::string& id, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto run = runs_.find(id);
  if (run == runs_.end()) return true;  // the task has ended and accepts no answers
  if (answers_.take(run->second.holder, bytes) != Shares::Taken::Yes) return false;
  run->second.answers += bytes;
  return true;
}

TaskUpdate TaskRunner::answer(const std::string& id, std::string_view principal, Value responses) {
  if (!find(id, principal)) return TaskUpdate::Unknown;
  std::shared_ptr<PendingReplies> pending;
  {
    const std::lock_guard lock(mutex_);
    const auto run = runs_.find(id);
    if (run != runs_.end()) pending = run->second.pending;
  }
  if (!pending) return TaskUpdate::Done;
  ObjectCursor cursor(responses);
  std::string_view name;
  Value response;
  std::vector<std::pair<std::string_view, std::string>> answers;
  std::size_t bytes = 0;
  while (cursor.next(name, response)) {
    if (!pending->waits_for(name)) continue;
    Writer text;
    write_value(response, text);
    bytes += text.size();
    answers.emplace_back(name, text.view());
  }
  if (!admit_answers(id, bytes)) return TaskUpdate::TooLarge;
  for (auto& [key, text] : answers) {
    // The question is removed from the record first: a client that has answered it must not see it again.
    (void)change_task(store_, id, principal, [&](TaskRecord& task) {
      std::erase_if(task.input_requests, [&](const InputRequest& input) { return input.key == key; });
      if (task.input_requests.empty()) task.status = TaskStatus::Working;
      return true;
    });
    pending->answer(key, ClientReply{false, 0, std::move(text)});
  }
  return TaskUpdate::Done;
}

}  // namespace mcp::protocol
