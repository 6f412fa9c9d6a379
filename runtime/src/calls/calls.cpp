#include "calls/calls.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include <mcp/codec/decoder.hpp>
#include <mcp/codec/object.hpp>
#include <mcp/error.hpp>

#include "calls/text_argument.hpp"
#include "codec/document.hpp"
#include "codec/value_text.hpp"
#include "requests/refusals.hpp"

namespace mcp::protocol {

namespace {

/// Bytes of a URI, or of arguments as they came, whose memory a slot keeps.
constexpr std::size_t kKeptText = 1024;
/// Bytes of an id that an error for want of memory repeats.
constexpr std::size_t kLongestIdInError = 256;

}  // namespace

void* ArgumentStorage::provide(std::size_t size, std::size_t alignment) {
  if (size <= kInside && alignment <= alignof(std::max_align_t)) return inside_;
  if (size > heap_size_ || alignment > heap_alignment_) {
    release();
    heap_ = ::operator new(size, std::align_val_t(alignment));
    heap_size_ = size;
    heap_alignment_ = alignment;
  }
  return heap_;
}

void ArgumentStorage::release() noexcept {
  if (heap_ != nullptr) ::operator delete(heap_, std::align_val_t(heap_alignment_));
  heap_ = nullptr;
  heap_size_ = 0;
  heap_alignment_ = 0;
}

bool Call::decode(const BoundHandler& target, CallKind kind, Value arguments, Decoder& problems) {
  const detail::Handler& handler = *target.handler;
  void* const storage = storage_.provide(handler.size, handler.alignment);
  handler.construct(storage);
  bool good = false;
  try {
    good = handler.decode_for != nullptr ? handler.decode_for(arguments, storage, target.object, problems)
           : handler.decode != nullptr   ? handler.decode(arguments, storage, problems)
                                         : detail::decode_object(arguments, storage, *handler.arguments, problems);
  } catch (...) {
    handler.destroy(storage);
    throw;
  }
  if (!good) {
    handler.destroy(storage);
    return false;
  }
  target_ = target;
  kind_ = kind;
  arguments_ = storage;
  if (raw_arguments_.capacity() > kKeptText) raw_arguments_ = std::string();
  raw_arguments_.clear();
  if (handler.has_context && has_own_decoder()) {
    Writer text;
    write_value(arguments, text);
    raw_arguments_.assign(text.view());
  }
  return true;
}

bool Call::decode_texts(const BoundHandler& target, CallKind kind, std::span<const TextValue> arguments,
                        Decoder& problems) {
  Writer text;
  text.raw('{');
  for (const TextValue& argument : arguments) {
    if (text.size() > 1) text.raw(',');
    text.string(argument.name);
    text.raw(':');
    write_text_argument(*target.handler, argument, text);
  }
  text.raw('}');
  Document document;
  if (text.failed()) return problems.fail("an argument is not UTF-8");
  if (const std::string_view problem = document.parse_copy(text.view()); !problem.empty())
    return problems.fail(problem);
  return decode(target, kind, document.root(), problems);
}

void Call::list_resources(ListPage page, std::string_view after) {
  kind_ = CallKind::ResourceList;
  target_ = {};
  page_ = std::move(page);
  after_.assign(after);
  list_timeout_ = 0;
  for (const BoundHandler& provider : environment_.catalog.providers()) {
    const std::uint32_t timeout = provider.handler->timeout_ms;
    if (timeout != 0) list_timeout_ = list_timeout_ == 0 ? timeout : std::min(list_timeout_, timeout);
  }
}

void Call::set_subject(std::string_view uri, const Feature& resource) {
  if (uri_.capacity() > kKeptText) uri_ = std::string();
  uri_.assign(uri);
  subject_ = {uri_, resource.mime_type};
  caching_ = resource.caching;
}

bool Call::stoppable() const noexcept {
  if (handler() != nullptr) return handler()->stoppable || handler()->task != detail::TaskSupport::None;
  return true;
}

std::string_view Call::admit(const Request& request) {
  is_task_.store(false, std::memory_order_relaxed);
  has_request_ = handler() == nullptr || handler()->has_context || handler()->task != detail::TaskSupport::None;
  Retry retry;
  if (is_modern(request.revision)) retry = read_retry(request.params);
  is_retry_ = retry.is_one();
  if (const std::string_view problem = retry.problem(); !problem.empty()) return problem;
  if (!has_request_) return {};
  if (!request_) request_ = std::make_unique<RequestContext>(environment_);
  resumed_ = false;
  digest_.clear();
  using Asking = RequestContext::Asking;
  const bool may_ask = kind_ == CallKind::Tool || kind_ == CallKind::Prompt || kind_ == CallKind::Resource;
  const bool runs_again = handler() == nullptr || handler()->can_run_again;
  request_->begin(request, !may_ask ? Asking::Forbidden : !runs_again ? Asking::Unrepeatable : Asking::Allowed, retry);
  return {};
}

bool Call::may_lack_capability() const noexcept {
  if (!has_request_ || handler() == nullptr || handler()->asks == 0) return false;
  const Client& client = request_->client();
  const unsigned can = (client.takes_forms ? detail::kAsksForms : 0U) | (client.takes_urls ? detail::kAsksUrls : 0U) |
                       (client.samples ? detail::kAsksModel : 0U) | (client.has_roots ? detail::kAsksRoots : 0U);
  return (handler()->asks & ~can) != 0;
}

void Call::drop_arguments() noexcept {
  if (arguments_ != nullptr) handler()->destroy(arguments_);
  arguments_ = nullptr;
}

std::string Call::what() const {
  constexpr std::string_view kKinds[] = {"tool ", "prompt ", "resource ", "completion ", "list of resources "};
  return std::string(kKinds[static_cast<std::size_t>(kind_)]) + std::string(target_.name);
}

void Call::log_problem(std::string_view problem, std::string_view why) const noexcept {
  try {
    environment_.log.write(what() + ' ' + std::string(problem) + ": " + to_utf8(why));
  } catch (const std::exception&) {
    environment_.log.write("a call failed, and there is no memory to say which");
  }
}

// --- The course of a call.

void Call::run(WorkerScratch& scratch) noexcept {
  error_ = {};
  try {
    leave_pending();
  } catch (...) {
    return finish(scratch, false);  // no memory for what the client said
  }
  if (is_task_.load(std::memory_order_relaxed) && token_.stop_requested()) (void)leave_active(State::Cancelled);
  // A call that was cancelled while it waited is not started.
  if (state_.load(std::memory_order_acquire) == State::Active && resume(scratch)) {
    context_.emplace(token_, &*table_.scheduling_, has_request_ ? request_.get() : nullptr);
    write_result(scratch);
    if (task_.coroutine != nullptr) {
      table_.scheduling_->executor.hold();
      task_.operations->start(task_.coroutine, *this);
      return;  // it may be over, and the slot that of another call
    }
  }
  complete(scratch, false);
}

void Call::on_task_end() noexcept {
  Executor& executor = table_.scheduling_->executor;
  WorkerScratch scratch;
  writing_task_ = true;
  if (active()) write_result(scratch);
  writing_task_ = false;
  task_.operations->destroy(task_.coroutine);
  task_ = {};
  complete(scratch, true);  // no burst of a worker's
  executor.release();
}

/// Takes over what came with the request, once, and makes a task of a call that is one from its start. False if that is
/// the end of it: the answer is written.
bool Call::resume(WorkerScratch& scratch) {
  if (!has_request_ || std::exchange(resumed_, true)) return true;
  try {
    const bool single_use = handler() != nullptr && handler()->single_use;
    if (request_->has_state() || single_use) {
      if (const std::string_view problem = request_->resume(state_subject(), single_use); !problem.empty()) {
        // What expires is ordinary; what another process sealed is a matter of --state-key-file.
        if (problem.starts_with("cannot be opened")) {
          log_problem("was sent a requestState that it refuses", "it " + std::string(problem));
        }
        write_refusal(scratch, ErrorCode::InvalidParams, "Invalid params: requestState " + std::string(problem));
        return false;
      }
    }
    if (handler() == nullptr || handler()->task == detail::TaskSupport::None) return true;
    if (!may_be_task()) {
      if (is_modern(revision_) && handler()->task == detail::TaskSupport::Required) {
        write_refusal(scratch, ErrorCode::MissingCapability,
                      "The tool runs as a task alone, and the client lacks the extension for tasks: " +
                          std::string(kTasksExtension),
                      kTasksRequired);
        return false;
      }
      return true;
    }
    if (handler()->starts_task) {
      request_->start_task = [this] { begin_task(); };
    } else {
      begin_task();
    }
    return true;
  } catch (...) {
    write_exception_if_possible(scratch);
    return false;
  }
}

/// The handler has left: for good, or until the client has answered.
void Call::complete(WorkerScratch& scratch, bool at_once) noexcept {
  context_.reset();
  if (must_suspend() && suspend()) return;  // from here on another thread may run it
  finish(scratch, at_once);
}

/// The end. Nothing written: there was no memory for an answer.
void Call::finish(WorkerScratch& scratch, bool at_once) noexcept {
  drop_arguments();
  page_ = {};
  State state = State::Active;
  (void)state_.compare_exchange_strong(state, State::Idle, std::memory_order_acq_rel);
  if (timeout_ms() != 0) environment_.timers.cancel(timeout_);
  if (has_request_) request_->close();
  if (is_task_.load(std::memory_order_relaxed)) {
    if (state != State::TimedOut) finish_task(state == State::Active ? scratch.written() : std::string_view(), error_);
  } else if (state == State::Active) {
    answer(scratch.written(), error_, at_once);
  } else if (state != State::TimedOut) {  // else there was an answer, and the reply is gone
    abandon();
  }
  if (has_request_) request_->clear();
  if (held_ != nullptr) held_.reset();
  table_.finished(*this);
}

void Call::abandon() noexcept {
  try {
    reply_->abandon();
  } catch (...) {
    // There is nothing left to try.
  }
}

/// Where there is no memory for the answer, or for its way, an error takes its place that needs none.
void Call::answer(std::string_view text, ErrorCode code, bool at_once) noexcept {
  try {
    if (!text.empty()) return at_once ? reply_->respond_now(text, code) : reply_->respond(text, code);
  } catch (...) {
    // The same below.
  }
  constexpr std::string_view kStart = R"({"jsonrpc":"2.0","id":)";
  constexpr std::string_view kEnd = R"(,"error":{"code":-32603,"message":"The server has no memory for the answer"}})";
  char message[kStart.size() + kLongestIdInError + kEnd.size()];
  if (id_.size() > kLongestIdInError) return abandon();
  char* end = std::copy(kStart.begin(), kStart.end(), message);
  end = std::copy(id_.begin(), id_.end(), end);
  end = std::copy(kEnd.begin(), kEnd.end(), end);
  try {
    const std::string_view error(message, static_cast<std::size_t>(end - message));
    at_once ? reply_->respond_now(error, ErrorCode::InternalError) : reply_->respond(error, ErrorCode::InternalError);
  } catch (...) {
    abandon();
  }
}

void Call::time_out() noexcept {
  bool is_task = false;
  {
    const std::lock_guard lock(pending_mutex_);
    if (!leave_active(State::TimedOut)) return;
    is_task = is_task_.load(std::memory_order_relaxed);
  }
  std::stop_source stop = *stop_;  // once the handler is asked to stop, it may end and the slot be reused
  WorkerScratch scratch;
  // The handler goes on, and what it writes has an error code of its own.
  const ErrorCode error = kind_ == CallKind::Tool ? ErrorCode{} : ErrorCode::InternalError;
  try {
    const std::string time = std::to_string(timeout_ms()) + " ms";
    environment_.log.write(what() + " did not finish within " + time);
    write_failure(scratch, kind_ == CallKind::Tool
                               ? "The tool did not finish within " + time + "; ask for less, or try again later."
                               : "The server did not finish within " + time + "; try again later.");
  } catch (...) {
    scratch.clear();  // no memory even for an error: the request stays without an answer
  }
  if (has_request_) request_->close();
  if (is_task) {
    finish_task(scratch.written(), error);
  } else {
    answer(scratch.written(), error, true);
  }
  (void)stop.request_stop();
}

void Call::arm_timeout() {
  try {
    environment_.timers.start(timeout_, std::chrono::milliseconds(timeout_ms()));
  } catch (const std::exception& error) {
    log_problem("runs without its timeout", error.what());
  }
}

}  // namespace mcp::protocol
