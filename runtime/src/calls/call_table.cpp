// The slots of a receiving thread: who may take one, and what becomes of calls from outside.
#include <memory>
#include <mutex>
#include <utility>

#include "calls/calls.hpp"
#include "codec/text.hpp"
#include "jsonrpc/errors.hpp"
#include "jsonrpc/message.hpp"

namespace mcp::protocol {

namespace {

/// Bytes of an id whose memory a slot keeps.
constexpr std::size_t kKeptIdOfSlot = 1024;
/// Bytes of the reason for a cancellation that are logged.
constexpr std::size_t kLoggedReason = 256;

}  // namespace

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
  return heavy() || running() >= environment_.limits.max_in_flight;
}

/// Looked at only where half is in use: then, all calls are gone through.
bool CallTable::has_its_share(std::string_view holder) noexcept {
  const Limits& limits = environment_.limits;
  const std::size_t most = share_of(limits.max_in_flight, holder);
  const std::size_t most_bytes = share_of(limits.max_in_flight_bytes, holder);
  if (running() < most && bytes_ < most_bytes) return false;
  reclaim();
  std::size_t calls = 0, bytes = 0;
  for (const auto& call : slots_) {
    if (!call->taken_ || call->holder_ != holder) continue;
    bytes += call->bytes_;
    calls += call->suspended_.load() ? 0 : 1;
  }
  return calls >= most || bytes >= most_bytes;
}

Call* CallTable::take(std::string_view holder) {
  if (full() || (!holder.empty() && has_its_share(holder))) return nullptr;
  Call* call = static_cast<Call*>(free_);
  if (call == nullptr) {
    slots_.push_back(std::make_unique<Call>(*this, environment_));
    call = slots_.back().get();
  }
  if (!holder.empty() || !call->holder_.empty()) call->holder_.assign(holder);
  if (free_ != nullptr) free_ = std::exchange(call->next, nullptr);
  call->taken_ = true;
  ++taken_;
  return call;
}

void CallTable::put_back(Call& call) noexcept {
  for (std::string* const text : {&call.id_, &call.uri_, &call.after_}) {
    if (text->capacity() > kKeptIdOfSlot) *text = std::string();
  }
  call.taken_ = false;
  --taken_;
  call.next = free_;
  free_ = &call;
}

Shares::Taken CallTable::suspend(const Call& call) {
  const std::lock_guard lock(suspended_mutex_);
  const Shares::Taken taken = suspended_.take(call.holder_);
  if (taken == Shares::Taken::Yes) ++suspended_count_;
  return taken;
}

void CallTable::resume(const Call& call) noexcept {
  const std::lock_guard lock(suspended_mutex_);
  suspended_.give_back(call.holder_);
  --suspended_count_;
}

void CallTable::queue(Call& call, const Request& request) {
  // First what may fail for want of memory.
  if (call.id_.capacity() > kKeptIdOfSlot) call.id_ = std::string();
  call.id_.assign(request.id);
  const std::uint32_t timeout = call.timeout_ms();
  if (call.stoppable() || timeout != 0) {
    call.stop_.emplace();
    call.token_ = call.stop_->get_token();
  } else if (call.stop_) {
    call.stop_.reset();
    call.token_ = {};
  }
  call.bytes_ = request.bytes + call.decoded_bytes_;
  bytes_ += call.bytes_;
  call.reply_ = request.reply;
  call.scope_ = request.scope;
  call.history = call.target_.history;
  call.revision_ = request.revision;
  call.state_.store(Call::State::Active, std::memory_order_release);
  call.next = nullptr;
  (last_queued_ != nullptr ? last_queued_->next : first_queued_) = &call;
  last_queued_ = &call;
  if (timeout != 0) call.arm_timeout();
}

void CallTable::submit(Executor& executor) {
  if (first_queued_ == nullptr) return;
  if (!scheduling_) scheduling_.emplace(Scheduling{executor, environment_.timers});
  Job* const first = first_queued_;
  first_queued_ = last_queued_ = nullptr;
  executor.submit(*first);
}

void CallTable::cancel(const void* scope, std::string_view id, std::string_view reason) {
  for (const auto& call : slots_) {
    if (!call->active() || call->scope_ != scope || !is_same_id(call->id_, id)) continue;
    if (!reason.empty())
      call->log_problem("was cancelled by its client", internal::trimmed(to_utf8(reason), kLoggedReason));
    cancel(*call);
  }
}

void CallTable::cancel(Call& call) {
  {
    const std::lock_guard lock(call.pending_mutex_);
    if (call.is_task_.load(std::memory_order_relaxed)) return;  // its request was answered
    if (!call.leave_active(Call::State::Cancelled)) return;
  }
  // However long the handler goes on, nothing more is said for the request.
  if (call.has_request_) call.request_->close();
  if (call.stop_) call.stop_->request_stop();
  call.cancel_pending();
}

void CallTable::stop_asking() {
  for (const auto& call : slots_) {
    if (call->active()) call->fail_pending("The server is shutting down.");
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
  call.on_client_gone();
}

void CallTable::finished(Call& call) noexcept {
  call.next = returned_.load(std::memory_order_relaxed);
  while (!returned_.compare_exchange_weak(call.next, &call, std::memory_order_release, std::memory_order_relaxed)) {
  }
}

}  // namespace mcp::protocol
