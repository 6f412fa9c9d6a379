#include "calls/suspension.hpp"

#include <exception>
#include <utility>

#include <mcp/limits.hpp>

#include "jsonrpc/message_writer.hpp"
#include "tasks/task_runner.hpp"

namespace mcp::protocol {

namespace {

constexpr std::string_view kTooManyQuestions = "The server waits for as many answers as it may; try again later.";
constexpr std::string_view kShareOfQuestions =
    "The server waits for as many answers of this client as it may; answer some first.";
constexpr std::string_view kNobodyThere = "The client went away before it answered, or the server is shutting down.";

}  // namespace

std::shared_ptr<PendingReplies> Suspension::begin(const Asked& asked, Shares::Taken room) noexcept {
  std::shared_ptr<PendingReplies> pending;
  try {
    pending = make_pending(asked.request.rounds());
    start(asked, pending, room);
  } catch (const std::exception& error) {
    log_problem(environment_.log, asked.target, "could not ask its client", error.what());
    if (pending) pending->cancel_pending();
  }
  return pending;
}

std::shared_ptr<PendingReplies> Suspension::make_pending(const RoundTrips& rounds) {
  std::vector<std::string> names;
  for (const OpenQuestion& question : rounds.open_questions()) names.push_back(question.name);
  auto pending = std::make_shared<PendingReplies>(waiter_, std::move(names));
  const std::lock_guard lock(mutex_);
  pending_ = pending;
  return pending;
}

void Suspension::start(const Asked& asked, const std::shared_ptr<PendingReplies>& pending, Shares::Taken room) {
  const Limits& limits = environment_.limits;
  if (room != Shares::Taken::Yes) {
    pending->fail_pending(room == Shares::Taken::ShareIsFull ? kShareOfQuestions : kTooManyQuestions);
  } else if (asked.is_task) {
    show_in_task(asked.request, pending);
    start_timeout(limits.task_answer_timeout);
  } else if (!asked.reply.can_notify()) {
    pending->fail_pending("The client accepts no event stream, so it cannot be asked.");
  } else if (asked.request.facts().legacy()->waiting.load() >= limits.max_waiting) {
    pending->fail_pending("The client has left too many questions unanswered.");
  } else {
    send_questions(asked, pending);
    start_timeout(limits.client_timeout);
  }
}

void Suspension::show_in_task(RequestContext& request, const std::shared_ptr<PendingReplies>& pending) {
  std::vector<InputRequest> inputs;
  for (const OpenQuestion& question : request.rounds().open_questions()) {
    inputs.push_back({question.name, R"({"method":")" + question.method + R"(","params":)" + question.params + '}'});
  }
  environment_.tasks.suspend(request.reporter().task(), pending, std::move(inputs));
}

void Suspension::send_questions(const Asked& asked, const std::shared_ptr<PendingReplies>& pending) {
  LegacyClient& client = *asked.request.facts().legacy();
  std::vector<std::pair<std::int64_t, const OpenQuestion*>> sent;
  for (const OpenQuestion& question : asked.request.rounds().open_questions()) {
    asked_ids_.push_back(client.outgoing.expect(pending, question.name));
    if (asked_ids_.size() == 1) ++client.waiting;  // withdraw_questions() counts it back
    sent.emplace_back(asked_ids_.back(), &question);
  }
  if (client.outgoing.is_given_up()) return;
  for (const auto& [id, question] : sent) {
    Writer message;
    write_request(message, id, question->method, question->params);
    asked.reply.ask(message.view(), pending);
  }
}

std::shared_ptr<PendingReplies> Suspension::end(const Asked& asked) {
  std::shared_ptr<PendingReplies> pending;
  {
    const std::lock_guard lock(mutex_);
    pending = std::exchange(pending_, nullptr);
  }
  if (!pending) return nullptr;
  environment_.timers.cancel(timeout_);
  if (asked.is_task) {
    environment_.tasks.go_on(asked.request.reporter().task());
  } else {
    withdraw_questions(asked);
  }
  return pending;
}

/// What was not answered is not wanted any more, and the client learns that.
void Suspension::withdraw_questions(const Asked& asked) {
  if (asked_ids_.empty()) return;
  LegacyClient& client = *asked.request.facts().legacy();
  --client.waiting;
  const std::vector<std::int64_t> ids = std::exchange(asked_ids_, {});
  for (const std::int64_t id : ids) {
    if (!client.outgoing.forget(id)) continue;
    Writer message;
    write_cancelled(message, id, "The answer is not needed any more");
    asked.reply.notify(message.view());
  }
}

void Suspension::start_timeout(std::chrono::milliseconds time) {
  timeout_length_ = time;
  environment_.timers.start(timeout_, time);
}

/// The call that is woken may run on this thread at once, so no lock is held meanwhile.
std::shared_ptr<PendingReplies> Suspension::pending() const noexcept {
  const std::lock_guard lock(mutex_);
  return pending_;
}

void Suspension::cancel() noexcept {
  if (const std::shared_ptr<PendingReplies> replies = pending()) replies->cancel_pending();
}

void Suspension::fail(std::string_view why) noexcept {
  const std::shared_ptr<PendingReplies> replies = pending();
  if (!replies) return;
  try {
    replies->fail_pending(why);
  } catch (...) {
    replies->cancel_pending();  // no memory to say why
  }
}

void Suspension::on_client_gone() noexcept { fail(kNobodyThere); }

void Suspension::on_reply_timeout() noexcept {
  try {
    fail("The client did not answer within " +
         std::to_string(std::chrono::ceil<std::chrono::seconds>(timeout_length_).count()) + " s.");
  } catch (...) {
    fail("The client did not answer.");
  }
}

}  // namespace mcp::protocol
