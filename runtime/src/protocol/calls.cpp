#include <mcp/protocol/calls.hpp>

#include <exception>
#include <new>
#include <utility>

#include <mcp/codec/decoder.hpp>
#include <mcp/codec/object.hpp>
#include <mcp/error.hpp>
#include <mcp/protocol/errors.hpp>

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

bool Call::decode(const CallableTool& tool, Value arguments, Decoder& problems) {
  void* const storage = storage_.provide(tool.handler->size, tool.handler->alignment);
  tool.handler->construct(storage);
  bool good = false;
  try {
    good = tool.handler->decode != nullptr ? tool.handler->decode(arguments, storage, problems)
                                        : detail::decode_object(arguments, storage, *tool.handler->arguments, problems);
  } catch (...) {
    tool.handler->destroy(storage);
    throw;
  }
  if (!good) {
    tool.handler->destroy(storage);
    return false;
  }
  tool_ = &tool;
  arguments_ = storage;
  return true;
}

void Call::run(Workbench& bench) noexcept {
  // A call that was cancelled while it waited is not started.
  if (state_.load(std::memory_order_acquire) == State::Active) {
    context_.emplace(token_, &*table_.scheduling_);
    write_result(bench);
    if (task_.coroutine != nullptr) {
      table_.scheduling_->executor.hold();
      task_.operations->start(task_.coroutine, *this);
      return;  // it may be over, and the slot that of another call
    }
  }
  finish(bench.written(), false);
}

void Call::task_over() noexcept {
  Executor& executor = table_.scheduling_->executor;
  Workbench bench;
  if (active()) write_result(bench);
  task_.operations->destroy(task_.coroutine);
  task_ = {};
  finish(bench.written(), true);  // no burst of a worker's
  executor.release();
}

/// The handler has ended. An empty answer: there is none.
void Call::finish(std::string_view answer, bool at_once) noexcept {
  context_.reset();
  tool_->handler->destroy(arguments_);
  State state = State::Active;
  (void)state_.compare_exchange_strong(state, State::Idle, std::memory_order_acq_rel);
  if (timeout_ms() != 0) environment_.timers.disarm(timeout_);
  if (state == State::Active && !answer.empty()) {
    at_once ? reply_->send_now(answer) : reply_->send(answer);
  } else if (state != State::TimedOut) {  // else there was an answer, and the reply is gone
    reply_->abandon();
  }
  table_.finished(*this);
}

void Call::time_out() noexcept {
  State state = State::Active;
  if (!state_.compare_exchange_strong(state, State::TimedOut, std::memory_order_acq_rel)) return;
  std::stop_source stop = *stop_;  // once it is asked to stop, the slot may be that of another call
  Workbench bench;
  try {
    const std::string time = std::to_string(timeout_ms()) + " ms";
    environment_.log.write("tool " + std::string(tool_->name) + " did not finish within " + time);
    Writer& to = begin(bench);
    write_tool_error(to, "The tool did not finish within " + time + "; ask for less, or try again later.");
    environment_.answers.end_result(to, revision_);
  } catch (...) {
    bench.clear();  // no memory even for an error: the request stays without an answer
  }
  bench.written().empty() ? reply_->abandon() : reply_->send_now(bench.written());
  (void)stop.request_stop();
}

/// Starts the answer, anew if one was begun; a big one that is given up gives its memory back.
Writer& Call::begin(Workbench& bench) const {
  Writer& to = bench.writer();
  environment_.answers.begin_result(to, id_, revision_);
  return to;
}

void Call::write_result(Workbench& bench) noexcept {
  try {
    Writer& to = begin(bench);
    const std::size_t start = to.size();
    try {
      detail::Invocation call(*context_, to, revision_);
      if (task_.coroutine != nullptr) {
        task_.operations->write(task_.coroutine, call);
      } else {
        tool_->handler->call(arguments_, tool_->object, call);
        task_ = call.task();
        if (task_.coroutine != nullptr) return bench.clear();
      }
      if (to.failed()) {
        const std::string problem = "The tool's result cannot be written as JSON: " + to_utf8(to.failure());
        environment_.log.write("tool " + std::string(tool_->name) + ": " + problem);
        write_tool_error(begin(bench), problem);
      } else if (to.size() - start > environment_.limits.max_result) {
        const std::string problem = "The tool's result has " + std::to_string(to.size() - start) +
                                    " bytes, more than the limit of " + std::to_string(environment_.limits.max_result) +
                                    "; ask for less.";
        write_tool_error(begin(bench), problem);
      }
    } catch (const ToolError& error) {
      write_tool_error(begin(bench), to_utf8(error.what()));
    } catch (const std::exception& error) {
      report_exception(bench, error.what());
    } catch (...) {
      report_exception(bench, "an exception that is no std::exception");
    }
    environment_.answers.end_result(to, revision_);
  } catch (...) {
    bench.clear();  // no memory even for an error: the request stays without an answer
  }
}

void Call::report_exception(Workbench& bench, const char* what) {
  write_tool_error(begin(bench), kToolFailed);
  environment_.log.write("tool " + std::string(tool_->name) + " failed: " + to_utf8(what));
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
  call.pace = call.tool_->pace;
  call.revision_ = request.revision;
  const std::uint32_t timeout = call.timeout_ms();
  if (call.tool_->handler->stoppable || timeout != 0) {
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
  if (timeout != 0) arm(call);
}

void CallTable::arm(Call& call) {
  try {
    environment_.timers.arm(call.timeout_, std::chrono::milliseconds(call.timeout_ms()));
  } catch (const std::exception& error) {
    environment_.log.write("tool " + std::string(call.tool_->name) + " runs without its timeout: " + error.what());
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
  Call::State expected = Call::State::Active;
  if (call.state_.compare_exchange_strong(expected, Call::State::Cancelled, std::memory_order_acq_rel) && call.stop_) {
    call.stop_->request_stop();
  }
}

void CallTable::stop() {
  for (const auto& call : slots_) {
    if (call->active() && call->stop_) call->stop_->request_stop();
  }
}

void CallTable::stop(const void* scope) {
  for (const auto& call : slots_) {
    if (call->active() && call->scope_ == scope && call->stop_) call->stop_->request_stop();
  }
}

void CallTable::finished(Call& call) noexcept {
  call.next = returned_.load(std::memory_order_relaxed);
  while (!returned_.compare_exchange_weak(call.next, &call, std::memory_order_release, std::memory_order_relaxed)) {
  }
}

}  // namespace mcp::protocol
