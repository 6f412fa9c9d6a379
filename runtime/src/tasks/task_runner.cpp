#include "tasks/task_runner.hpp"

#include <utility>

#include <algorithm>
#include <exception>

#include "codec/document.hpp"
#include "codec/value_text.hpp"
#include "jsonrpc/errors.hpp"
#include "jsonrpc/message.hpp"
#include "tasks/change_task.hpp"

namespace mcp::protocol {

namespace {

/// The interval at which clients should poll a task, in milliseconds.
constexpr std::uint64_t kPollInterval = 500;
constexpr std::string_view kTooLarge = "The result is too large to be kept; ask for less.";

/// The message of a JSON-RPC error; empty if there is no error.
std::string message_of(std::string_view error) {
  if (error.empty()) return {};
  Document document;
  return document.parse_copy(error).empty() ? std::string(text_member(document.root(), "message")) : std::string();
}

}  // namespace

/// Ends a task on a thread that runs handlers. Destroys itself.
class TaskRunner::Ending final : public Job {
 public:
  Ending(TaskRunner& runner, End end) : runner_(runner), end_(std::move(end)) {}

  void run(WorkerScratch&) noexcept override {
    const std::unique_ptr<Ending> self(this);
    try {
      runner_.end(end_);
    } catch (const std::exception& error) {
      runner_.log_failure(error.what());
    } catch (...) {
      runner_.log_failure("it threw what is no std::exception");
    }
  }

 private:
  TaskRunner& runner_;
  const End end_;
};

TaskRunner::TaskRunner(TaskStore& store, bool is_shared, std::size_t max_answers, Timers& timers, LogSink& log)
    : store_(store), max_answers_(max_answers), log_(log), answers_(max_answers) {
  if (is_shared) watch_.emplace(store, static_cast<TaskWatch::Reader&>(*this), timers, log);
}

std::optional<TaskRecord> TaskRunner::begin(std::string_view principal, std::string_view peer, std::stop_source stop,
                                            Executor& executor, std::string& problem) {
  (void)store_.erase_expired();
  std::optional<TaskRecord> record =
      store_.create(principal, {.poll_interval_ms = kPollInterval, .peer = std::string(peer)}, problem);
  if (!record) return record;
  try {
    {
      const std::lock_guard lock(mutex_);
      runs_.emplace(record->id,
                    Run{std::string(principal), std::string(holder_of(principal, peer)), std::move(stop), &executor});
    }
    if (watch_) watch_->begin(executor);
  } catch (...) {
    drop_unknown(*record);
    throw;
  }
  return record;
}

/// The task cannot be run, and nobody knows of it.
void TaskRunner::drop_unknown(TaskRecord& record) noexcept {
  {
    const std::lock_guard lock(mutex_);
    runs_.erase(record.id);
  }
  try {
    record.status = TaskStatus::Cancelled;
    (void)store_.update(record);
  } catch (...) {
    // The store keeps it, as a task that nobody asks for.
  }
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

void TaskRunner::leave(const std::string& id) noexcept {
  Executor* executor = nullptr;
  {
    const std::lock_guard lock(mutex_);
    const auto run = runs_.find(id);
    if (run == runs_.end()) return;
    executor = run->second.executor;
    answers_.give_back(run->second.holder, run->second.answers);
    runs_.erase(run);
  }
  if (watch_) watch_->end(*executor);
}

void TaskRunner::end(const End& end) {
  const auto leave_task = [&](TaskRunner* runner) { runner->leave(end.id); };
  const std::unique_ptr<TaskRunner, decltype(leave_task)> leaving(this, leave_task);
  (void)change(end.id, [&](TaskRecord& task) {
    task.status = !end.result.empty()  ? TaskStatus::Completed
                  : !end.error.empty() ? TaskStatus::Failed
                                       : TaskStatus::Cancelled;
    task.status_message = message_of(end.error);  // the one before described work in progress
    task.result = end.result;
    task.error = end.error;
  });
}

void TaskRunner::end_later(End end, Executor& executor) {
  executor.submit(*std::make_unique<Ending>(*this, std::move(end)).release());
}

void TaskRunner::log_failure(std::string_view why) noexcept {
  try {
    log_.write("the store of tasks failed: " + to_utf8(why));
  } catch (const std::exception&) {
    log_.write("the store of tasks failed");
  }
}

bool TaskRunner::cancel(const std::string& id, std::string_view principal) {
  const TaskUpdate update = change_task(store_, id, principal, [](TaskRecord& task) {
    task.status = TaskStatus::Cancelled;
    task.status_message = "The client cancelled the task.";
    return true;
  });
  if (update == TaskUpdate::Unknown) return false;
  stop(id);
  return true;
}

/// Stops the task, if it runs here.
void TaskRunner::stop(const std::string& id) {
  std::optional<std::stop_source> stop;
  std::shared_ptr<PendingReplies> pending;
  {
    const std::lock_guard lock(mutex_);
    const auto run = runs_.find(id);
    if (run == runs_.end()) return;
    stop = run->second.stop;
    pending = run->second.pending;
  }
  (void)stop->request_stop();
  if (pending) pending->cancel_pending();
}

bool TaskRunner::admit_answers(const std::string& id, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto run = runs_.find(id);
  if (run == runs_.end()) return true;  // the task has ended and accepts no answers
  if (answers_.take(run->second.holder, bytes) != Shares::Taken::Yes) return false;
  run->second.answers += bytes;
  return true;
}

bool TaskRunner::runs_here(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  return runs_.contains(id);
}

std::shared_ptr<PendingReplies> TaskRunner::pending_of(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto run = runs_.find(id);
  return run != runs_.end() ? run->second.pending : nullptr;
}

TaskUpdate TaskRunner::answer(const std::string& id, std::string_view principal, Value responses) {
  const std::optional<TaskRecord> record = find(id, principal);
  if (!record) return TaskUpdate::Unknown;
  std::vector<InputResponse> answers;
  std::size_t bytes = 0;
  ObjectCursor cursor(responses);
  std::string_view name;
  Value response;
  while (cursor.next(name, response)) {
    if (std::ranges::find(record->input_requests, name, &InputRequest::key) == record->input_requests.end()) continue;
    Writer text;
    write_value(response, text);
    bytes += text.size();
    answers.push_back({std::string(name), std::string(text.view())});
  }
  if (answers.empty()) return TaskUpdate::Done;
  if (!runs_here(id)) return bytes > max_answers_ ? TaskUpdate::TooLarge : answer_elsewhere(id, principal, answers);
  if (!admit_answers(id, bytes)) return TaskUpdate::TooLarge;
  answer_here(id, principal, std::move(answers));
  return TaskUpdate::Done;
}

void TaskRunner::answer_here(const std::string& id, std::string_view principal, std::vector<InputResponse> answers) {
  const std::shared_ptr<PendingReplies> pending = pending_of(id);
  if (!pending) return;
  for (auto& [key, text] : answers) {
    if (!pending->waits_for(key)) continue;
    // The question is removed from the record first: a client that has answered it must not see it again.
    (void)change_task(store_, id, principal, [&](TaskRecord& task) {
      std::erase_if(task.input_requests, [&](const InputRequest& input) { return input.key == key; });
      if (task.input_requests.empty()) task.status = TaskStatus::Working;
      return true;
    });
    pending->answer(key, ClientReply{false, 0, std::move(text)});
  }
}

/// Leaves the answers in the record, for the server that runs the task. An answer counts once: with it the question
/// goes.
TaskUpdate TaskRunner::answer_elsewhere(const std::string& id, std::string_view principal,
                                        const std::vector<InputResponse>& answers) {
  return change_task(store_, id, principal, [&](TaskRecord& task) {
    bool is_changed = false;
    for (const InputResponse& answer : answers) {
      const auto is_asked = [&](const InputRequest& input) { return input.key == answer.key; };
      if (std::erase_if(task.input_requests, is_asked) == 0) continue;
      task.input_responses.push_back(answer);
      is_changed = true;
    }
    if (is_changed && task.input_requests.empty()) task.status = TaskStatus::Working;
    return is_changed;
  });
}

void TaskRunner::on_change(const TaskChange& change) {
  if (!runs_here(change.id)) return;
  if (is_terminal(change.status)) return stop(change.id);
  if (change.has_responses) take_responses(change.id, change.principal);
}

void TaskRunner::take_responses(const std::string& id, std::string_view principal) {
  std::vector<InputResponse> taken;
  const TaskUpdate update = change_task(store_, id, principal, [&](TaskRecord& task) {
    taken = std::exchange(task.input_responses, {});
    return !taken.empty();
  });
  if (update != TaskUpdate::Done) return;
  const std::shared_ptr<PendingReplies> pending = pending_of(id);
  if (!pending) return;
  for (InputResponse& answer : taken) {
    (void)admit_answers(id, answer.response.size());  // the store had room for it, so it is taken in any case
    pending->answer(answer.key, ClientReply{false, 0, std::move(answer.response)});
  }
}

}  // namespace mcp::protocol
