#include <mcp/protocol/calls.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include <mcp/codec/decoder.hpp>
#include <mcp/codec/document.hpp>
#include <mcp/codec/object.hpp>
#include <mcp/codec/value_text.hpp>
#include <mcp/error.hpp>

#include "protocol/refusals.hpp"
#include "protocol/text_argument.hpp"

namespace mcp::protocol {

namespace {

/// Bytes of an id whose memory a slot keeps.
constexpr std::size_t kKeptId = 1024;

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

bool Call::decode(const Callable& target, CallKind kind, Value arguments, Decoder& problems) {
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
  if (raw_arguments_.capacity() > kKeptId) raw_arguments_ = std::string();
  raw_arguments_.clear();
  if (handler.has_context && has_own_decoder()) {
    Writer text;
    write_value(arguments, text);
    raw_arguments_.assign(text.view());
  }
  return true;
}

bool Call::decode_texts(const Callable& target, CallKind kind, std::span<const TextValue> arguments,
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

void Call::list_resources(ListPage page, std::size_t first) {
  kind_ = CallKind::ResourceList;
  target_ = {};
  page_ = std::move(page);
  first_entry_ = first;
  list_timeout_ = 0;
  for (const Callable& provider : environment_.catalog.providers()) {
    const std::uint32_t timeout = provider.handler->timeout_ms;
    if (timeout != 0) list_timeout_ = list_timeout_ == 0 ? timeout : std::min(list_timeout_, timeout);
  }
}

void Call::set_subject(std::string_view uri, const Offer& resource) {
  if (uri_.capacity() > kKeptId) uri_ = std::string();
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
  if (!has_request_) return {};
  if (!request_) request_ = std::make_unique<RequestContext>(environment_);
  resumed_ = false;
  digest_.clear();
  using Asking = RequestContext::Asking;
  const bool may_ask = kind_ == CallKind::Tool || kind_ == CallKind::Prompt || kind_ == CallKind::Resource;
  const bool runs_again = handler() == nullptr || handler()->can_run_again;
  return request_->begin(request, !may_ask ? Asking::Forbidden : !runs_again ? Asking::Unrepeatable : Asking::Allowed);
}

void Call::drop_arguments() noexcept {
  if (arguments_ != nullptr) handler()->destroy(arguments_);
  arguments_ = nullptr;
}

std::string Call::what() const {
  constexpr std::string_view kKinds[] = {"tool ", "prompt ", "resource ", "completion ", "list of resources "};
  return std::string(kKinds[static_cast<std::size_t>(kind_)]) + std::string(target_.name);
}

// --- The course of a call.

void Call::run(Workbench& bench) noexcept {
  error_ = {};
  leave_round();
  if (is_task_.load(std::memory_order_relaxed) && token_.stop_requested()) (void)leave_active(State::Cancelled);
  // A call that was cancelled while it waited is not started.
  if (state_.load(std::memory_order_acquire) == State::Active && resume(bench)) {
    context_.emplace(token_, &*table_.scheduling_, has_request_ ? request_.get() : nullptr);
    write_result(bench);
    if (task_.coroutine != nullptr) {
      table_.scheduling_->executor.hold();
      task_.operations->start(task_.coroutine, *this);
      return;  // it may be over, and the slot that of another call
    }
  }
  conclude(bench, false);
}

void Call::task_over() noexcept {
  Executor& executor = table_.scheduling_->executor;
  Workbench bench;
  writing_task_ = true;
  if (active()) write_result(bench);
  writing_task_ = false;
  task_.operations->destroy(task_.coroutine);
  task_ = {};
  conclude(bench, true);  // no burst of a worker's
  executor.release();
}

/// Takes over what came with the request, once, and makes a task of a call that is one from its start. False if that is
/// the end of it: the answer is written.
bool Call::resume(Workbench& bench) {
  if (!has_request_ || std::exchange(resumed_, true)) return true;
  try {
    const bool single_use = handler() != nullptr && handler()->single_use;
    if (request_->has_state() || single_use) {
      if (const std::string_view problem = request_->resume(state_subject(), single_use); !problem.empty()) {
        write_refusal(bench, ErrorCode::InvalidParams, "Invalid params: requestState " + std::string(problem));
        return false;
      }
    }
    if (handler() == nullptr || handler()->task == detail::TaskSupport::None) return true;
    if (!may_be_task()) {
      if (is_modern(revision_) && handler()->task == detail::TaskSupport::Required) {
        write_refusal(bench, ErrorCode::MissingCapability,
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
    write_exception(bench);
    return false;
  }
}

/// The handler has left: for good, or until the client has answered.
void Call::conclude(Workbench& bench, bool at_once) noexcept {
  context_.reset();
  if (must_park() && park()) return;  // from here on another thread may run it
  finish(bench, at_once);
}

/// The end. Nothing written: there is no answer.
void Call::finish(Workbench& bench, bool at_once) noexcept {
  drop_arguments();
  page_ = {};
  State state = State::Active;
  (void)state_.compare_exchange_strong(state, State::Idle, std::memory_order_acq_rel);
  if (timeout_ms() != 0) environment_.timers.disarm(timeout_);
  if (has_request_) request_->close();
  const std::string_view answer = bench.written();
  if (is_task_.load(std::memory_order_relaxed)) {
    if (state != State::TimedOut) finish_task(state == State::Active ? answer : std::string_view(), error_);
  } else if (state == State::Active && !answer.empty()) {
    at_once ? reply_->send_now(answer, error_) : reply_->send_error(error_, answer);
  } else if (state != State::TimedOut) {  // else there was an answer, and the reply is gone
    reply_->abandon();
  }
  if (has_request_) request_->clear();
  table_.finished(*this);
}

void Call::time_out() noexcept {
  bool is_task = false;
  {
    const std::lock_guard lock(parking_);
    if (!leave_active(State::TimedOut)) return;
    is_task = is_task_.load(std::memory_order_relaxed);
  }
  std::stop_source stop = *stop_;  // once it is asked to stop, the slot may be that of another call
  Workbench bench;
  // The handler goes on, and what it writes has an error code of its own.
  const ErrorCode error = kind_ == CallKind::Tool ? ErrorCode{} : ErrorCode::InternalError;
  try {
    const std::string time = std::to_string(timeout_ms()) + " ms";
    environment_.log.write(what() + " did not finish within " + time);
    write_failure(bench, kind_ == CallKind::Tool
                             ? "The tool did not finish within " + time + "; ask for less, or try again later."
                             : "The server did not finish within " + time + "; try again later.");
  } catch (...) {
    bench.clear();  // no memory even for an error: the request stays without an answer
  }
  if (has_request_) request_->close();
  if (is_task) {
    finish_task(bench.written(), error);
  } else {
    bench.written().empty() ? reply_->abandon() : reply_->send_now(bench.written(), error);
  }
  (void)stop.request_stop();
}

void CallTable::reclaim() noexcept {
  Job* slot = returned_.exchange(nullptr, std::memory_order_acquire);
  while (slot != nullptr) {
    Job* const next = slot->next;
    Call& call = static_cast<Call&>(*slot);
    bytes_ -= std::exchange(call.bytes_, 0);
    put_back(call);
    slot = next;
  }
}

bool CallTable::full() noexcept {
  if (heavy() || free_ == nullptr) reclaim();
  return heavy() || (free_ == nullptr && slots_.size() >= environment_.limits.max_in_flight);
}

Call* CallTable::take() {
  if (full()) return nullptr;
  if (free_ == nullptr) {
    slots_.push_back(std::make_unique<Call>(*this, environment_));
    return slots_.back().get();
  }
  Job* const slot = free_;
  free_ = slot->next;
  slot->next = nullptr;
  return static_cast<Call*>(slot);
}

void CallTable::put_back(Call& call) noexcept {
  call.next = free_;
  free_ = &call;
}

void CallTable::queue(Call& call, const Request& request) {
  if (call.id_.capacity() > kKeptId) call.id_ = std::string();
  call.id_.assign(request.id);
  call.bytes_ = request.bytes;
  bytes_ += request.bytes;
  call.reply_ = request.reply;
  call.scope_ = request.scope;
  call.pace = call.target_.pace;
  call.revision_ = request.revision;
  const std::uint32_t timeout = call.timeout_ms();
  if (call.stoppable() || timeout != 0) {
    call.stop_.emplace();
    call.token_ = call.stop_->get_token();
  } else if (call.stop_) {
    call.stop_.reset();
    call.token_ = {};
  }
  call.state_.store(Call::State::Active, std::memory_order_release);
  call.next = nullptr;
  (last_queued_ != nullptr ? last_queued_->next : first_queued_) = &call;
  last_queued_ = &call;
  if (timeout != 0) call.arm_timeout();
}

void Call::arm_timeout() {
  try {
    environment_.timers.arm(timeout_, std::chrono::milliseconds(timeout_ms()));
  } catch (const std::exception& error) {
    environment_.log.write(what() + " runs without its timeout: " + error.what());
  }
}

void CallTable::submit(Executor& executor) {
  if (first_queued_ == nullptr) return;
  if (!scheduling_) scheduling_.emplace(Scheduling{executor, environment_.timers});
  Job* const first = first_queued_;
  first_queued_ = last_queued_ = nullptr;
  executor.submit(*first);
}

void CallTable::cancel(const void* scope, std::string_view id) {
  for (const auto& call : slots_) {
    if (call->active() && call->scope_ == scope && call->id_ == id) cancel(*call);
  }
}

void CallTable::cancel(Call& call) {
  {
    const std::lock_guard lock(call.parking_);
    if (call.is_task_.load(std::memory_order_relaxed)) return;  // its request was answered
    if (!call.leave_active(Call::State::Cancelled)) return;
  }
  if (call.stop_) call.stop_->request_stop();
  call.interrupt();
}

void CallTable::stop_asking() {
  for (const auto& call : slots_) {
    if (call->active()) call->give_up("The server is shutting down.");
  }
}

void CallTable::stop() {
  for (const auto& call : slots_) stop(*call);
}

void CallTable::stop(const void* scope) {
  for (const auto& call : slots_) {
    if (call->scope_ == scope) stop(*call);
  }
}

void CallTable::stop(Call& call) {
  if (!call.active()) return;
  if (call.stop_) call.stop_->request_stop();
  call.lose_client();
}

void CallTable::finished(Call& call) noexcept {
  call.next = returned_.load(std::memory_order_relaxed);
  while (!returned_.compare_exchange_weak(call.next, &call, std::memory_order_release, std::memory_order_relaxed)) {
  }
}

}  // namespace mcp::protocol
