// How a call waits for its client without a thread: parked with a round of questions, woken by the last answer.
#include <exception>
#include <utility>

#include "calls/calls.hpp"
#include "tasks/task_desk.hpp"

namespace mcp::protocol {

namespace {

constexpr std::string_view kTooManyQuestions = "The server waits for as many answers as it may; try again later.";
constexpr std::string_view kShareOfQuestions =
    "The server waits for as many answers of this client as it may; answer some first.";
constexpr std::string_view kNobodyThere = "The client went away before it answered, or the server is shutting down.";

}  // namespace

/// Within the request of a modern client it is answered instead, with what is needed to ask once more.
bool Call::must_park() const noexcept {
  return has_request_ && !request_->open_questions().empty() &&
         (!is_modern(revision_) || is_task_.load(std::memory_order_relaxed));
}

void Call::lose_client() noexcept { give_up(kNobodyThere); }

/// False if the call is over already. After true another thread may be running it.
bool Call::park() noexcept {
  // Its time is that of the handler, not that of a user who fills in a form.
  if (timeout_ms() != 0) environment_.timers.disarm(timeout_);
  if (!active()) return false;
  std::shared_ptr<Round> round;
  try {
    std::vector<std::string> names;
    for (const OpenQuestion& question : request_->open_questions()) names.push_back(question.name);
    round = std::make_shared<Round>(static_cast<Sleeper&>(*this), std::move(names));
    const Shares::Taken room = table_.suspend(*this);
    suspended_ = room == Shares::Taken::Yes;
    {
      const std::lock_guard lock(parking_);
      round_ = round;
    }
    if (!suspended_) {
      round->give_up(room == Shares::Taken::ShareIsFull ? kShareOfQuestions : kTooManyQuestions);
    } else if (is_task_.load(std::memory_order_relaxed)) {
      std::vector<InputRequest> inputs;
      for (const OpenQuestion& question : request_->open_questions()) {
        inputs.push_back(
            {question.name, R"({"method":")" + question.method + R"(","params":)" + question.params + '}'});
      }
      environment_.tasks.park(request_->task(), round, std::move(inputs));
      environment_.timers.arm(patience_, environment_.limits.task_patience);
    } else if (!reply_->can_notify()) {
      round->give_up("The client accepts no event stream, so it cannot be asked.");
    } else if (request_->legacy()->waiting.load() >= environment_.limits.max_waiting) {
      round->give_up("The client has left too many questions unanswered.");
    } else {
      send_questions(round);
      environment_.timers.arm(patience_, environment_.limits.client_patience);
    }
  } catch (const std::exception& error) {
    log_problem("could not ask its client", error.what());
    if (!round) return false;
    round->interrupt();
  }
  // Whoever ended it, or goes away, may have looked for the round too early.
  if (!active()) round->interrupt();
  if (token_.stop_requested()) round->give_up(kNobodyThere);
  round->arm();
  return true;
}

void Call::send_questions(const std::shared_ptr<Round>& round) {
  LegacyClient& client = *request_->legacy();
  ++client.waiting;
  std::vector<std::pair<std::int64_t, const OpenQuestion*>> sent;
  for (const OpenQuestion& question : request_->open_questions()) {
    asked_ids_.push_back(client.line.expect(round, question.name));
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
    reply_->ask(message.view(), round);
  }
}

/// Awake, before anything else. What the client has not answered is not wanted any more.
void Call::leave_round() {
  std::shared_ptr<Round> round;
  {
    const std::lock_guard lock(parking_);
    round = std::exchange(round_, nullptr);
  }
  if (!round) return;
  if (suspended_.exchange(false)) table_.resume(*this);
  environment_.timers.disarm(patience_);
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
  request_->start_run(round->take_replies());
  if (timeout_ms() != 0 && active()) arm_timeout();
}

/// Who is woken may run at once, on this thread: without locks.
std::shared_ptr<Round> Call::round() noexcept {
  const std::lock_guard lock(parking_);
  return round_;
}

void Call::interrupt() noexcept {
  if (const std::shared_ptr<Round> parked = round()) parked->interrupt();
}

void Call::give_up(std::string_view why) noexcept {
  const std::shared_ptr<Round> parked = round();
  if (!parked) return;
  try {
    parked->give_up(why);
  } catch (...) {
    parked->interrupt();  // no memory to say why
  }
}

void Call::lose_patience() noexcept {
  const Limits& limits = environment_.limits;
  const auto patience = is_task_.load(std::memory_order_relaxed) ? limits.task_patience : limits.client_patience;
  try {
    give_up("The client did not answer within " +
            std::to_string(std::chrono::ceil<std::chrono::seconds>(patience).count()) + " s.");
  } catch (...) {
    give_up("The client did not answer.");
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
    const std::lock_guard lock(parking_);
    if (active()) {
      request_->become_task(record->id);
      is_task_.store(true, std::memory_order_release);
    }
  }
  if (!is_task_.load(std::memory_order_relaxed)) {
    environment_.tasks.abandon(record->id);
    throw Cancelled();
  }
  reply_->send_now(answer.view(), {});
}

/// `answer` is what would have been the response. Empty: there is none, as the call was cancelled.
void Call::finish_task(std::string_view answer, ErrorCode code) noexcept {
  try {
    if (answer.empty()) return environment_.tasks.abandon(request_->task());
    if (code == ErrorCode{}) {
      environment_.tasks.complete(request_->task(), Answers::result_of(answer, id_));
    } else {
      environment_.tasks.fail(request_->task(), Answers::error_of(answer, id_));
    }
  } catch (const std::exception& error) {
    log_problem("could not finish its task", error.what());
  }
}

}  // namespace mcp::protocol
