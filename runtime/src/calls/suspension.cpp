// How a call waits for its client without a thread: suspended with its questions, woken by the last answer.
#include <exception>
#include <utility>

#include "calls/calls.hpp"
#include "tasks/task_runner.hpp"

namespace mcp::protocol {

namespace {

constexpr std::string_view kTooManyQuestions = "The server waits for as many answers as it may; try again later.";
constexpr std::string_view kShareOfQuestions =
    "The server waits for as many answers of this client as it may; answer some first.";
constexpr std::string_view kNobodyThere = "The client went away before it answered, or the server is shutting down.";

}  // namespace

/// Within the request of a modern client it is answered instead, with what is needed to ask once more.
bool Call::must_suspend() const noexcept {
  return has_request_ && !request_->open_questions().empty() &&
         (!is_modern(revision_) || is_task_.load(std::memory_order_relaxed));
}

void Call::on_client_gone() noexcept { fail_pending(kNobodyThere); }

/// False if the call is over already. After true another thread may be running it.
bool Call::suspend() noexcept {
  // Its time is that of the handler, not that of a user who fills in a form.
  if (timeout_ms() != 0) environment_.timers.cancel(timeout_);
  if (!active()) return false;
  std::shared_ptr<PendingReplies> pending;
  try {
    std::vector<std::string> names;
    for (const OpenQuestion& question : request_->open_questions()) names.push_back(question.name);
    pending = std::make_shared<PendingReplies>(static_cast<Waiter&>(*this), std::move(names));
    const Shares::Taken room = table_.suspend(*this);
    suspended_ = room == Shares::Taken::Yes;
    {
      const std::lock_guard lock(pending_mutex_);
      pending_ = pending;
    }
    if (!suspended_) {
      pending->fail_pending(room == Shares::Taken::ShareIsFull ? kShareOfQuestions : kTooManyQuestions);
    } else if (is_task_.load(std::memory_order_relaxed)) {
      std::vector<InputRequest> inputs;
      for (const OpenQuestion& question : request_->open_questions()) {
        inputs.push_back(
            {question.name, R"({"method":")" + question.method + R"(","params":)" + question.params + '}'});
      }
      environment_.tasks.suspend(request_->task(), pending, std::move(inputs));
      environment_.timers.start(reply_timeout_, environment_.limits.task_patience);
    } else if (!reply_->can_notify()) {
      pending->fail_pending("The client accepts no event stream, so it cannot be asked.");
    } else if (request_->legacy()->waiting.load() >= environment_.limits.max_waiting) {
      pending->fail_pending("The client has left too many questions unanswered.");
    } else {
      send_questions(pending);
      environment_.timers.start(reply_timeout_, environment_.limits.client_timeout);
    }
  } catch (const std::exception& error) {
    log_problem("could not ask its client", error.what());
    if (!pending) return false;
    pending->cancel_pending();
  }
  // Whoever ended it, or goes away, may have looked for the questions too early.
  if (!active()) pending->cancel_pending();
  if (token_.stop_requested()) pending->fail_pending(kNobodyThere);
  pending->activate();
  return true;
}

void Call::send_questions(const std::shared_ptr<PendingReplies>& pending) {
  LegacyClient& client = *request_->legacy();
  ++client.waiting;
  std::vector<std::pair<std::int64_t, const OpenQuestion*>> sent;
  for (const OpenQuestion& question : request_->open_questions()) {
    asked_ids_.push_back(client.line.expect(pending, question.name));
    sent.emplace_back(asked_ids_.back(), &question);
  }
  if (client.line.is_given_up()) return;
  for (const auto& [id, question] : sent) {
    Writer message;
    message.raw(R"({"jsonrpc":"2.0","id":)");
    message.integer(id);
    message.raw(R"(,"method":")");
    message.raw(question->method);
    message.raw(R"(","params":)");
    message.raw(question->params);
    message.raw('}');
    reply_->ask(message.view(), pending);
  }
}

/// Awake, before anything else. What the client has not answered is not wanted any more.
void Call::leave_pending() {
  std::shared_ptr<PendingReplies> pending;
  {
    const std::lock_guard lock(pending_mutex_);
    pending = std::exchange(pending_, nullptr);
  }
  if (!pending) return;
  if (suspended_.exchange(false)) table_.resume(*this);
  environment_.timers.cancel(reply_timeout_);
  if (is_task_.load(std::memory_order_relaxed)) {
    environment_.tasks.go_on(request_->task());
  } else {
    if (!asked_ids_.empty()) --request_->legacy()->waiting;
    for (const std::int64_t id : asked_ids_) {
      if (!request_->legacy()->line.forget(id)) continue;
      Writer message;
      message.raw(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)");
      message.integer(id);
      message.raw(R"(,"reason":"The answer is not needed any more"}})");
      reply_->notify(message.view());
    }
    asked_ids_.clear();
  }
  request_->start_run(pending->take_replies());
  if (timeout_ms() != 0 && active()) arm_timeout();
}

/// Who is woken may run at once, on this thread: without locks.
std::shared_ptr<PendingReplies> Call::pending() noexcept {
  const std::lock_guard lock(pending_mutex_);
  return pending_;
}

void Call::cancel_pending() noexcept {
  if (const std::shared_ptr<PendingReplies> replies = pending()) replies->cancel_pending();
}

void Call::fail_pending(std::string_view why) noexcept {
  const std::shared_ptr<PendingReplies> replies = pending();
  if (!replies) return;
  try {
    replies->fail_pending(why);
  } catch (...) {
    replies->cancel_pending();  // no memory to say why
  }
}

void Call::on_reply_timeout() noexcept {
  const Limits& limits = environment_.limits;
  const auto patience = is_task_.load(std::memory_order_relaxed) ? limits.task_patience : limits.client_timeout;
  try {
    fail_pending("The client did not answer within " +
                 std::to_string(std::chrono::ceil<std::chrono::seconds>(patience).count()) + " s.");
  } catch (...) {
    fail_pending("The client did not answer.");
  }
}

void Call::wake() noexcept {
  next = nullptr;
  table_.scheduling_->executor.submit(*this);
}

// --- As a task.

bool Call::may_be_task() const noexcept { return is_modern(revision_) && request_->knows_tasks(); }

void Call::begin_task() {
  if (is_task_.load(std::memory_order_relaxed)) return;
  if (!active()) throw Cancelled();
  std::string problem;
  const std::optional<TaskRecord> record =
      environment_.tasks.begin(request_->principal(), request_->peer(), *stop_, problem);
  if (!record) throw ToolError(problem);
  Writer answer;
  environment_.answers.begin_task(answer, id_);
  write_task(answer, *record);
  environment_.answers.end_result(answer, revision_);
  {
    // The request is answered by one: by this, its time-out or its cancellation.
    const std::lock_guard lock(pending_mutex_);
    if (active()) {
      request_->become_task(record->id);
      is_task_.store(true, std::memory_order_release);
    }
  }
  if (!is_task_.load(std::memory_order_relaxed)) {
    environment_.tasks.abandon(record->id);
    throw Cancelled();
  }
  reply_->respond_now(answer.view(), {});
}

/// `answer` is what would have been the response. Empty: there is none, as the call was cancelled.
void Call::finish_task(std::string_view answer, ErrorCode code) noexcept {
  try {
    if (answer.empty()) return environment_.tasks.abandon(request_->task());
    if (code == ErrorCode{}) {
      environment_.tasks.complete(request_->task(), ResponseTemplates::result_of(answer, id_));
    } else {
      environment_.tasks.fail(request_->task(), ResponseTemplates::error_of(answer, id_));
    }
  } catch (const std::exception& error) {
    log_problem("could not finish its task", error.what());
  }
}

}  // namespace mcp::protocol
