#include "calls/call_table.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "codec/text.hpp"
#include "jsonrpc/errors.hpp"
#include "jsonrpc/message.hpp"

namespace mcp::protocol {

namespace {

/// Bytes of an id whose memory a free slot keeps.
constexpr std::size_t kKeptIdOfSlot = 1024;
/// How many calls of Room::WithReserve there may be beyond the limit.
constexpr std::size_t kReserve = 64;
/// Bytes of the reason for a cancellation that are logged.
constexpr std::size_t kLoggedReason = 256;

}  // namespace

void CallTable::reclaim() noexcept {
  Job* slot = returned_.exchange(nullptr, std::memory_order_acquire);
  while (slot != nullptr) {
    Job* const next = slot->next;
    Call& call = static_cast<Call&>(*slot);
    bytes_ -= std::exchange(call.slot_.bytes, 0);
    put_back(call);
    slot = next;
  }
}

bool CallTable::full() noexcept {
  if (heavy() || free_ == nullptr) reclaim();
  return heavy() || running() >= environment_.limits.max_in_flight;
}

bool CallTable::idle() noexcept {
  reclaim();
  return taken_ == 0;
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
    const CallSlot& slot = call->slot_;
    if (!slot.taken || slot.holder != holder) continue;
    bytes += slot.bytes;
    calls += slot.suspended.load() ? 0 : 1;
  }
  return calls >= most || bytes >= most_bytes;
}

bool CallTable::has_room(std::string_view holder, Room room) noexcept {
  const bool is_full = full();
  if (room == Room::WithReserve) return running() < environment_.limits.max_in_flight + kReserve;
  return !is_full && (holder.empty() || !has_its_share(holder));
}

Call* CallTable::take(std::string_view holder, Room room) {
  if (!has_room(holder, room)) return nullptr;
  Call* call = static_cast<Call*>(free_);
  if (call == nullptr) {
    slots_.push_back(std::make_unique<Call>(*this, environment_));
    call = slots_.back().get();
  }
  CallSlot& slot = call->slot_;
  if (!holder.empty() || !slot.holder.empty()) slot.holder.assign(holder);
  if (free_ != nullptr) free_ = std::exchange(call->next, nullptr);
  slot.taken = true;
  ++taken_;
  return call;
}

void CallTable::put_back(Call& call) noexcept {
  if (call.slot_.id.capacity() > kKeptIdOfSlot) call.slot_.id = std::string();
  call.target_.trim();
  call.slot_.taken = false;
  --taken_;
  call.next = free_;
  free_ = &call;
}

Shares::Taken CallTable::count_suspended(Call& call) noexcept {
  try {
    const std::lock_guard lock(suspended_mutex_);
    const Shares::Taken taken = suspended_.take(call.slot_.holder);
    if (taken != Shares::Taken::Yes) return taken;
    call.slot_.suspended = true;
    ++suspended_count_;
    return taken;
  } catch (const std::exception&) {
    return Shares::Taken::AllIsFull;  // no memory to count it
  }
}

void CallTable::count_resumed(Call& call) noexcept {
  if (!call.slot_.suspended.exchange(false)) return;
  const std::lock_guard lock(suspended_mutex_);
  suspended_.give_back(call.slot_.holder);
  --suspended_count_;
}

void CallTable::queue(Call& call, const Request& request) {
  call.start(request);
  bytes_ += call.slot_.bytes;
  (last_queued_ != nullptr ? last_queued_->next : first_queued_) = &call;
  last_queued_ = &call;
  if (call.target_.executor() != nullptr) ++queued_elsewhere_;
  if (call.target_.timeout_ms() != 0) call.start_timeout();
}

void CallTable::submit(Executor& executor) {
  if (first_queued_ == nullptr) return;
  if (!scheduling_) scheduling_.emplace(Scheduling{executor, environment_.timers});
  if (queued_elsewhere_ != 0) return submit_apart(executor);
  Job* const first = first_queued_;
  first_queued_ = last_queued_ = nullptr;
  executor.submit(*first);
}

/// Some to executors of the program, and the others to `executor`.
void CallTable::submit_apart(Executor& executor) noexcept {
  queued_elsewhere_ = 0;
  Job* job = std::exchange(first_queued_, nullptr);
  last_queued_ = nullptr;
  while (job != nullptr) {
    Call& call = static_cast<Call&>(*job);
    job = std::exchange(call.next, nullptr);
    const ExecutorBinding* const binding = call.target_.executor();
    if (binding == nullptr) {
      (last_queued_ != nullptr ? last_queued_->next : first_queued_) = &call;
      last_queued_ = &call;
      continue;
    }
    try {
      ProgramExecutor& elsewhere = program_executor(*binding);
      call.elsewhere_.store(&elsewhere, std::memory_order_relaxed);
      if (call.must_take_over_request()) {
        call.next_run_ = Call::NextRun::IsForRequest;
        executor.submit(call);
      } else {
        elsewhere.submit(call);
      }
    } catch (const std::exception&) {
      call.on_not_run(NotRun::Dropped);  // no memory for its executor, and it must not run on another one
      executor.submit(call);
    }
  }
  if (first_queued_ != nullptr) submit(executor);
}

ProgramExecutor& CallTable::program_executor(const ExecutorBinding& binding) {
  const auto [at, is_new] =
      program_executors_.try_emplace(&binding, binding, scheduling_->executor, environment_.timers, environment_.log,
                                     environment_.limits.executor_report);
  if (is_new && executors_closed_) at->second.close();
  return at->second;
}

bool CallTable::congested(const Call& call) const noexcept {
  const auto at = program_executors_.find(call.target_.executor());
  const std::size_t waiting = at != program_executors_.end() ? at->second.waiting() : 0;
  return waiting + queued_elsewhere_ >= std::max<std::size_t>(environment_.limits.max_in_flight / 2, 1);
}

bool CallTable::close_executors() noexcept {
  executors_closed_ = true;
  bool some_waited = false;
  for (auto& [binding, executor] : program_executors_) some_waited = executor.close() || some_waited;
  return some_waited;
}

void CallTable::cancel(const void* scope, std::string_view id, std::string_view reason) {
  for (const auto& call : slots_) {
    if (!call->state_.is_active() || call->slot_.scope != scope || !is_same_id(call->slot_.id, id)) continue;
    if (!reason.empty()) {
      log_problem(environment_.log, call->target_, "was cancelled by its client",
                  internal::trimmed(to_utf8(reason), kLoggedReason));
    }
    call->cancel();
  }
}

void CallTable::cancel(Call& call) { call.cancel(); }

void CallTable::stop_asking() {
  for (const auto& call : slots_) {
    if (call->state_.is_open()) call->suspension_.fail("The server is shutting down.");
  }
}

void CallTable::stop() {
  for (const auto& call : slots_) call->stop();
}

void CallTable::stop(const void* scope) {
  for (const auto& call : slots_) {
    if (call->slot_.scope == scope) call->on_client_gone();
  }
}

void CallTable::on_client_gone() {
  for (const auto& call : slots_) {
    if (!call->state_.is_task()) call->on_client_gone();
  }
}

void CallTable::give_back(Call& call) noexcept {
  call.next = returned_.load(std::memory_order_relaxed);
  while (!returned_.compare_exchange_weak(call.next, &call, std::memory_order_release, std::memory_order_relaxed)) {
  }
}

}  // namespace mcp::protocol
