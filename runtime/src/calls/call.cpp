#include "calls/call.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include <mcp/codec/object.hpp>
#include <mcp/error.hpp>
#include <mcp/resource.hpp>
#include <mcp/spec/revision_traits.hpp>

#include "calls/call_table.hpp"
#include "catalog/resource_page.hpp"
#include "catalog/response_templates.hpp"
#include "jsonrpc/message_writer.hpp"
#include "mrtr/process_binding.hpp"
#include "registry/provided_entries.hpp"
#include "requests/refusals.hpp"
#include "tasks/task_runner.hpp"

namespace mcp::protocol {

namespace {

/// Bytes of an id whose memory a slot keeps.
constexpr std::size_t kKeptId = 1024;
/// Bytes of an id that an error for want of memory repeats.
constexpr std::size_t kLongestIdInError = 256;

}  // namespace

std::string_view Call::admit(const Request& request) {
  has_request_ = target_.has_context();
  Retry retry;
  if (spec::is_modern(request.revision)) retry = read_retry(request.params);
  reply_.uses_answers = retry.is_one();
  if (const std::string_view problem = retry.problem(); !problem.empty()) return problem;
  if (!has_request_) return {};
  if (!request_) request_ = std::make_unique<RequestContext>(environment_);
  request_resumed_ = false;
  const bool runs_again = handler() == nullptr || handler()->can_run_again;
  request_->begin(request,
                  !target_.method().may_ask ? Asking::Forbidden
                  : !runs_again             ? Asking::Unrepeatable
                                            : Asking::Allowed,
                  retry);
  return {};
}

bool Call::may_lack_capability() const noexcept {
  if (!has_request_ || handler() == nullptr || handler()->asks == 0) return false;
  const Client& client = request_->facts().client();
  const unsigned can = (client.takes_forms ? detail::kAsksForms : 0U) | (client.takes_urls ? detail::kAsksUrls : 0U) |
                       (client.samples ? detail::kAsksModel : 0U) | (client.has_roots ? detail::kAsksRoots : 0U);
  return (handler()->asks & ~can) != 0;
}

/// Everything is filled in: the call starts as soon as it is submitted.
void Call::start(const Request& request) {
  // First what may fail for want of memory.
  if (slot_.id.capacity() > kKeptId) slot_.id = std::string();
  slot_.id.assign(request.id);
  stop_.reset(target_.is_stoppable() || target_.timeout_ms() != 0);
  slot_.bytes = request.bytes + slot_.decoded_bytes;
  slot_.scope = request.scope;
  reply_.sink = request.reply;
  reply_.revision = request.revision;
  history = target_.history();
  next = nullptr;
  elsewhere_.store(nullptr, std::memory_order_relaxed);
  state_.start();
}

inline const Scheduling& Call::scheduling() const noexcept {
  const ProgramExecutor* const executor = elsewhere();
  return executor != nullptr ? executor->scheduling() : table_.scheduling();
}

void Call::run(WorkerScratch& scratch) noexcept {
  CallAnswer answer = answer_in(scratch);
  const bool at_once = elsewhere() != nullptr;  // a thread of the program has no burst of answers
  try {
    end_suspension();
  } catch (...) {
    return finish(answer, at_once);  // no memory for what the client said
  }
  if (next_run_ != NextRun::IsForHandler) return run_apart(answer);
  const CallState::State state = state_.current();
  // A call that was cancelled while it waited is not started, nor is a task.
  const bool wanted = state == CallState::State::Task ? !stop_.token().stop_requested() : CallState::is_open(state);
  if (wanted && resume_request(answer)) {
    run_.context.emplace(stop_.token(), &scheduling(), request());
    write_result(answer);
    if (run_.task.coroutine != nullptr) {
      table_.scheduling().executor.hold();
      run_.task.operations->start(run_.task.coroutine, *this);
      return;  // the coroutine may have ended and the slot been reused
    }
  }
  complete(answer, at_once);
}

/// On a thread of the server, for a handler that an executor of the program runs.
void Call::run_apart(CallAnswer& answer) noexcept {
  const NextRun now = std::exchange(next_run_, NextRun::IsForHandler);  // the next run, or the next call, is one again
  if (now == NextRun::IsForRequest && is_wanted()) return take_over_request(answer);
  try {
    if (is_wanted()) {
      answer.fail(now == NextRun::IsForDropped
                      ? "The program that the server belongs to did not run this; try again later."
                      : "The server is shutting down.");
    }
  } catch (...) {
    answer.clear();  // no memory even for an error: the request stays without an answer
  }
  finish(answer, true);
}

/// The client of a task learns its id, however long the task waits for its thread.
void Call::take_over_request(CallAnswer& answer) noexcept {
  if (!resume_request(answer)) return finish(answer, true);
  on_stop_.emplace(stop_.token(), TakeBack{*this});
  elsewhere()->submit(*this);
}

bool Call::must_take_over_request() const noexcept {
  if (!has_request_ || handler() == nullptr) return false;
  return handler()->task != detail::TaskSupport::None || handler()->single_use || request_->rounds().has_state();
}

void Call::TakeBack::operator()() const noexcept {
  if (call.state_.is_task()) call.take_back();
}

void Call::on_task_end() noexcept {
  // Not that of the program: it may be gone as soon as the slot is free.
  Executor& executor = table_.scheduling().executor;
  WorkerScratch scratch;
  CallAnswer answer = answer_in(scratch);
  run_.has_ended = true;
  if (state_.is_open()) write_result(answer);
  run_.has_ended = false;
  run_.task.operations->destroy(run_.task.coroutine);
  run_.task = {};
  complete(answer, true);  // on a thread that has no burst of answers
  executor.release();
}

/// Takes over what came with the request, once, and makes a task of a call that is one from its start. False if that is
/// the end of it: the answer is written.
bool Call::resume_request(CallAnswer& answer) {
  if (!has_request_ || std::exchange(request_resumed_, true)) return true;
  try {
    const bool single_use = handler() != nullptr && handler()->single_use;
    RoundTrips& rounds = request_->rounds();
    if (rounds.has_state() || single_use) {
      if (const std::string_view problem = rounds.resume(state_subject(), single_use); !problem.empty()) {
        // What expires is ordinary; what another process sealed is a matter of --state-key-file.
        if (problem.starts_with("cannot be opened")) {
          log_problem(environment_.log, target_, "was sent a requestState that it refuses",
                      "it " + std::string(problem));
        }
        answer.refuse(ErrorCode::InvalidParams, "Invalid params: requestState " + std::string(problem));
        return false;
      }
    }
    return start_as_task(answer);
  } catch (...) {
    answer.fail_by_exception_if_possible();
    return false;
  }
}

void Call::write_result(CallAnswer& answer) noexcept {
  try {
    try {
      write_checked(answer);
    } catch (...) {
      // Questions count, whatever became of the exception that leads out of the handler.
      if (has_open_questions()) {
        answer.clear();
        if (!must_suspend()) write_input_required(answer);
      } else {
        answer.fail_by_exception();
      }
    }
  } catch (...) {
    answer.clear();  // no memory even for an error: the request stays without an answer
  }
}

void Call::write_checked(CallAnswer& answer) {
  const bool is_tool = target_.method().fails_in_result;
  Writer& to = answer.begin();
  const std::size_t start = to.size();
  write_members(answer, to);
  if (run_.task.coroutine != nullptr && !run_.has_ended) return answer.clear();
  if (has_open_questions()) throw Suspended();  // which a handler caught
  if (to.failed()) {
    const std::string problem = std::string(is_tool ? "The tool's result" : "The result") +
                                " cannot be written as JSON: " + to_utf8(to.failure());
    environment_.log.write(answer.what() + ": " + problem);
    answer.fail(problem);
  } else if (to.size() - start > environment_.limits.max_result) {
    answer.fail(std::string(is_tool ? "The tool's result has " : "The result has ") +
                std::to_string(to.size() - start) + " bytes, more than the limit of " +
                std::to_string(environment_.limits.max_result) + "; ask for less.");
  } else {
    answer.end(to);
  }
}

void Call::write_members(CallAnswer& answer, Writer& to) {
  if (target_.is_list()) return write_list(answer, to);
  detail::Invocation invocation(*run_.context, to, reply_.revision, target_.subject());
  if (run_.has_ended) {
    run_.task.operations->write(run_.task.coroutine, invocation);
  } else {
    handler()->call(arguments_.get(), target_.object(), invocation);
    run_.task = invocation.task();
  }
}

/// The page that was asked for, and behind its entries those that come and go.
void Call::write_list(CallAnswer& answer, Writer& to) {
  Writer entries;
  for (const BoundHandler& provider : environment_.catalog.providers()) {
    ArgumentStorage storage;
    void* const arguments = storage.provide(provider.handler->size, provider.handler->alignment);
    provider.handler->construct(arguments);
    const auto destroy = [&](void* at) { provider.handler->destroy(at); };
    const std::unique_ptr<void, decltype(destroy)> ending(arguments, destroy);
    answer.set_name(provider.name);
    const std::size_t start = entries.size();
    if (start != 0) entries.raw(detail::kBetweenEntries);
    const std::size_t own = entries.size();
    detail::Invocation invocation(*run_.context, entries, reply_.revision);
    provider.handler->call(arguments, provider.object, invocation);
    if (entries.failed()) return to.fail_as(entries.failure());
    if (entries.size() == own) entries.truncate(start);  // it lists nothing
  }
  answer.set_name({});
  if (!write_resource_page(target_.page().body, detail::provided_entries(entries.view()), target_.after(), to)) {
    throw ProtocolError(static_cast<int>(ErrorCode::InvalidParams), std::string(kUnknownCursor));
  }
}

void Call::write_input_required(CallAnswer& answer) {
  try {
    Writer& to = answer.scratch().writer();
    environment_.response_templates.begin_input_required(to, slot_.id);
    request_->rounds().write_input_required(to, state_subject());
    environment_.response_templates.end_result(to, reply_.revision);
  } catch (...) {
    answer.fail_by_exception();
  }
}

StateSubject Call::state_subject() {
  const bool bound = handler() != nullptr && handler()->single_use && environment_.own_process != nullptr;
  return {target_.method().name,         target_.name(),
          arguments_.digest(),           handler() != nullptr ? handler()->contract : 0,
          request_->facts().principal(), bound ? environment_.own_process->id() : std::string_view()};
}

/// The handler has left: for good, or until the client has answered.
void Call::complete(CallAnswer& answer, bool at_once) noexcept {
  run_.context.reset();
  if (must_suspend() && suspend()) return;  // another thread may run the call by now
  finish(answer, at_once);
}

/// The end of the call. An empty answer: there was no memory for one.
void Call::finish(CallAnswer& answer, bool at_once) noexcept {
  arguments_.drop();
  const CallState::State state = state_.finish();
  if (target_.timeout_ms() != 0) environment_.timers.cancel(timeout_);
  if (has_request_) request_->reporter().close();
  switch (state) {
    case CallState::State::Active:
      send(answer.text(), answer.code(), at_once);
      break;
    case CallState::State::Task:
      // A thread of the program does not wait for the store.
      if (elsewhere() != nullptr) {
        end_task_later(answer.text(), answer.code());
      } else {
        end_task(answer.text(), answer.code());
      }
      break;
    case CallState::State::Cancelled:
      abandon();
      break;
    default:  // TimedOut: there was an answer, and the sink may be gone
      break;
  }
  if (has_request_) {
    on_stop_.reset();
    request_->clear();
  }
  target_.release();
  table_.give_back(*this);
}

void Call::abandon() noexcept {
  try {
    reply_.sink->abandon();
  } catch (...) {
    // There is nothing left to try.
  }
}

/// Where there is no memory for the answer, or for its way, an error takes its place that needs none.
void Call::send(std::string_view text, ErrorCode code, bool at_once) noexcept {
  MessageSink& to = *reply_.sink;
  try {
    if (!text.empty()) return at_once ? to.respond_now(text, code) : to.respond(text, code);
  } catch (...) {
    // The same below.
  }
  try {
    send_want_of_memory(at_once);
  } catch (...) {
    abandon();
  }
}

void Call::send_want_of_memory(bool at_once) {
  constexpr std::string_view kEnd = R"(,"error":{"code":-32603,"message":"The server has no memory for the answer"}})";
  char message[kResponseHead.size() + kLongestIdInError + kEnd.size()];
  if (slot_.id.size() > kLongestIdInError) return abandon();
  char* end = message;
  for (const std::string_view part : {kResponseHead, std::string_view(slot_.id), kEnd}) {
    end = std::copy(part.begin(), part.end(), end);
  }
  const std::string_view error(message, static_cast<std::size_t>(end - message));
  constexpr ErrorCode kCode = ErrorCode::InternalError;
  at_once ? reply_.sink->respond_now(error, kCode) : reply_.sink->respond(error, kCode);
}

void Call::start_timeout() {
  try {
    environment_.timers.start(timeout_, std::chrono::milliseconds(target_.timeout_ms()));
  } catch (const std::exception& error) {
    log_problem(environment_.log, target_, "runs without its timeout", error.what());
  }
}

/// On the timers' thread. The handler goes on, and nothing of what it writes counts.
void Call::on_timeout() noexcept {
  const CallState::State state = state_.time_out();
  if (!CallState::is_open(state)) return;
  std::stop_source stop = stop_.source();  // once the handler is asked to stop, it may end and the slot be reused
  WorkerScratch scratch;
  CallAnswer answer = answer_in(scratch);
  try {
    const std::string time = std::to_string(target_.timeout_ms()) + " ms";
    environment_.log.write(answer.what() + " did not finish within " + time);
    answer.fail(target_.method().fails_in_result
                    ? "The tool did not finish within " + time + "; ask for less, or try again later."
                    : "The server did not finish within " + time + "; try again later.");
  } catch (...) {
    answer.clear();  // no memory even for an error: the request stays without an answer
  }
  if (has_request_) request_->reporter().close();
  if (state == CallState::State::Task) {
    end_task_later(answer.text(), answer.code());
  } else {
    send(answer.text(), answer.code(), true);
  }
  // finish() waits until this function is over, so that the slot is still that of the call.
  take_back();
  (void)stop.request_stop();
}

/// Its client wants no answer. A task goes on: its request was answered.
void Call::cancel() {
  if (!state_.cancel()) return;
  // However long the handler goes on, nothing more is said for the request.
  if (has_request_) request_->reporter().close();
  stop_.request();
  suspension_.cancel();
  take_back();
}

/// The server or the connection ends; what the handler still answers counts.
void Call::stop() {
  if (!state_.is_open()) return;
  stop_.request();
  suspension_.on_client_gone();
}

/// The same, and a handler that waits for an executor of the program does not start: nobody hears its answer.
void Call::on_client_gone() {
  if (!state_.is_open()) return;
  stop();
  take_back();
}

void Call::take_back() noexcept {
  if (ProgramExecutor* const executor = elsewhere()) executor->take_back(*this);
}

// --- While it waits for its client.

/// Within the request of a modern client, the answer is what is needed to send it once more.
bool Call::must_suspend() const noexcept {
  return has_open_questions() && (!is_modern(reply_.revision) || state_.is_task());
}

/// False if the call is over already. After true another thread may run it.
bool Call::suspend() noexcept {
  // Its time is that of the handler, not that of a user who fills in a form.
  if (target_.timeout_ms() != 0) environment_.timers.cancel(timeout_);
  if (!state_.is_open()) return false;
  const Shares::Taken room = table_.count_suspended(*this);
  const std::shared_ptr<PendingReplies> pending = suspension_.begin(asked(), room);
  if (!pending) {
    table_.count_resumed(*this);
    return false;
  }
  // Who ended the call, or goes away, may have looked for the questions too early.
  if (!state_.is_open()) pending->cancel_pending();
  if (stop_.token().stop_requested()) suspension_.on_client_gone();
  pending->activate();
  return true;
}

/// The first step of a call that was woken. What follows may throw; the count is right by then.
void Call::end_suspension() {
  if (!has_request_) return;
  table_.count_resumed(*this);
  const std::shared_ptr<PendingReplies> pending = suspension_.end(asked());
  if (!pending) return;
  request_->rounds().start_run(pending->take_replies());
  if (target_.timeout_ms() != 0 && state_.is_open()) start_timeout();
}

void Call::wake() noexcept {
  next = nullptr;
  scheduling().executor.submit(*this);
}

}  // namespace mcp::protocol
