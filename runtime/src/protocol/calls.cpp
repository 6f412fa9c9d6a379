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
#include <mcp/json.hpp>
#include <mcp/protocol/digest.hpp>
#include <mcp/resource.hpp>

#include "protocol/resource_page.hpp"
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
  constexpr std::string_view kKinds[] = {"tool ", "prompt ", "resource ", "completion ", "list of resources"};
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
                      R"({"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}})");
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

// --- What it writes.

/// Starts the answer, anew if one was begun; a big one that is given up gives its memory back.
Writer& Call::begin(Workbench& bench) {
  error_ = {};
  Writer& to = bench.writer();
  environment_.answers.begin_result(to, id_, revision_);
  return to;
}

void Call::write_result(Workbench& bench) noexcept {
  try {
    try {
      Writer& to = begin(bench);
      const std::size_t start = to.size();
      write_members(to);
      if (task_.coroutine != nullptr && !writing_task_) return bench.clear();
      if (has_request_ && !request_->open_questions().empty()) throw Suspended();  // which a handler caught
      if (to.failed()) {
        const std::string problem = std::string(kind_ == CallKind::Tool ? "The tool's result" : "The result") +
                                    " cannot be written as JSON: " + to_utf8(to.failure());
        environment_.log.write(what() + ": " + problem);
        write_failure(bench, problem);
      } else if (to.size() - start > environment_.limits.max_result) {
        write_failure(bench, std::string(kind_ == CallKind::Tool ? "The tool's result has " : "The result has ") +
                                 std::to_string(to.size() - start) + " bytes, more than the limit of " +
                                 std::to_string(environment_.limits.max_result) + "; ask for less.");
      } else {
        end_members(to);
      }
    } catch (...) {
      // Questions count, whatever became of the exception that leads out of the handler.
      if (has_request_ && !request_->open_questions().empty()) {
        bench.clear();
        if (!must_park()) write_input_required(bench);
      } else {
        write_exception(bench);
      }
    }
  } catch (...) {
    bench.clear();  // no memory even for an error: the request stays without an answer
  }
}

void Call::write_members(Writer& to) {
  if (kind_ == CallKind::ResourceList) return write_list(to);
  detail::Invocation invocation(*context_, to, revision_, subject_);
  if (writing_task_) {
    task_.operations->write(task_.coroutine, invocation);
  } else {
    handler()->call(arguments_, target_.object, invocation);
    task_ = invocation.task();
  }
}

/// The page that was asked for, and behind its entries those that come and go.
void Call::write_list(Writer& to) {
  Writer entries;
  std::vector<std::size_t> ends;
  for (const Callable& provider : environment_.catalog.providers()) {
    ArgumentStorage storage;
    void* const arguments = storage.provide(provider.handler->size, provider.handler->alignment);
    provider.handler->construct(arguments);
    const auto destroy = [&](void* at) { provider.handler->destroy(at); };
    const std::unique_ptr<void, decltype(destroy)> ending(arguments, destroy);
    target_.name = provider.name;
    detail::Invocation invocation(*context_, entries, revision_);
    provider.handler->call(arguments, provider.object, invocation);
    if (entries.failed()) return to.fail_as(entries.failure());
    split_entries(entries.view(), ends);
  }
  target_.name = {};
  write_resource_page(page_.body, entries.view(), ends, first_entry_, to);
}

/// What follows the members that the handler wrote.
void Call::end_members(Writer& to) {
  if (is_modern(revision_)) {
    if (kind_ == CallKind::Resource) {
      const bool fresh = has_request_ && request_->is_retry();
      write_caching(fresh ? detail::Caching{} : caching_, to);
    } else if (kind_ == CallKind::ResourceList) {
      to.raw(environment_.answers.caching(List::Resources, revision_));
    }
  }
  environment_.answers.end_result(to, revision_);
}

/// What went wrong, in the form that the method has for it.
void Call::write_failure(Workbench& bench, std::string_view text) {
  if (kind_ != CallKind::Tool) return write_refusal(bench, ErrorCode::InternalError, text);
  Writer& to = begin(bench);
  write_tool_error(to, text);
  environment_.answers.end_result(to, revision_);
}

void Call::write_refusal(Workbench& bench, ErrorCode code, std::string_view text, std::string_view data) {
  Writer& to = bench.writer();
  write_error(to, id_, code, text, data);
  error_ = code;
}

/// In a catch block.
void Call::write_exception(Workbench& bench) {
  try {
    throw;
  } catch (const ProtocolError& error) {
    write_refusal(bench, static_cast<ErrorCode>(error.code()), to_utf8(error.what()));
  } catch (const MissingCapability& error) {
    if (!is_modern(revision_)) return write_failure(bench, to_utf8(error.what()));
    write_refusal(bench, ErrorCode::MissingCapability, to_utf8(error.what()),
                  R"({"requiredCapabilities":)" + error.required() + '}');
  } catch (const NotFound& error) {
    if (kind_ != CallKind::Resource) return write_failure(bench, to_utf8(error.what()));
    write_refusal(bench, not_found(revision_), "Resource not found: " + to_utf8(error.what()), uri_data(uri_));
  } catch (const ToolError& error) {
    write_failure(bench, to_utf8(error.what()));
  } catch (const std::exception& error) {
    report_exception(bench, error.what());
  } catch (...) {
    report_exception(bench, "an exception that is no std::exception");
  }
}

void Call::report_exception(Workbench& bench, const char* what_failed) {
  write_failure(bench, kind_ == CallKind::Tool ? kToolFailed : kHandlerFailed);
  environment_.log.write(what() + " failed: " + to_utf8(what_failed));
}

void Call::write_input_required(Workbench& bench) {
  try {
    Writer& to = bench.writer();
    environment_.answers.begin_input_required(to, id_);
    request_->write_input_required(to, state_subject());
    environment_.answers.end_result(to, revision_);
  } catch (...) {
    write_exception(bench);
  }
}

const std::string& Call::argument_digest() {
  if (!digest_.empty() || arguments_ == nullptr) return digest_;
  if (has_own_decoder()) {
    digest_ = digest_of(json::parse(raw_arguments_).dump());  // sorted by name
    return digest_;
  }
  Writer text;
  detail::encode_object(arguments_, *handler()->arguments, text);
  digest_ = digest_of(text.view());
  return digest_;
}

StateSubject Call::state_subject() {
  constexpr std::string_view kMethods[] = {"tools/call", "prompts/get", "resources/read", "completion/complete",
                                           "resources/list"};
  return {kMethods[static_cast<std::size_t>(kind_)], target_.name, argument_digest(),
          handler() != nullptr ? handler()->contract : 0, request_->principal()};
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
