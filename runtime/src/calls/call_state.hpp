// Where a call is, and which thread decides how it ends.
#pragma once

#include <atomic>
#include <optional>
#include <stop_token>

namespace mcp::protocol {

/// The state of one call:
///
///     Idle ──start()──▶ Active ──finish()────────────▶ Idle        the thread that ends the call sends the answer
///                         │ ├───cancel()────────────▶ Cancelled   the receiving thread; nothing is sent
///                         │ └───time_out()──────────▶ TimedOut    the timers' thread sends the answer
///                         │
///                         └───become_task()──▶ Task               the handler's thread sends the task
///                                               ├──finish()────▶ Idle       the thread that ends it stores the result
///                                               └──time_out()──▶ TimedOut   the timers' thread stores the error
///
/// The thread whose compare-exchange leaves Active or Task decides the outcome, and only that thread sends or stores
/// anything. The handler may still run then: finish() comes in every case and leaves Cancelled and TimedOut as they are
/// until the slot starts again. start() releases what the receiving thread wrote into the slot, and current() acquires
/// it on the thread that runs the call; the other transitions both acquire and release, so that the thread that decided
/// sees what the others wrote before.
class CallState {
 public:
  enum class State : unsigned char { Idle, Active, Task, Cancelled, TimedOut };

  void start() noexcept { state_.store(State::Active, std::memory_order_release); }
  [[nodiscard]] State current() const noexcept { return state_.load(std::memory_order_acquire); }
  /// Whether the outcome is open.
  [[nodiscard]] bool is_open() const noexcept { return is_open(state_.load(std::memory_order_relaxed)); }
  [[nodiscard]] static bool is_open(State state) noexcept { return state == State::Active || state == State::Task; }
  [[nodiscard]] bool is_active() const noexcept { return state_.load(std::memory_order_relaxed) == State::Active; }
  [[nodiscard]] bool is_task() const noexcept { return state_.load(std::memory_order_acquire) == State::Task; }

  // True for the thread that decides.
  [[nodiscard]] bool cancel() noexcept { return leave(State::Active, State::Cancelled); }
  [[nodiscard]] bool become_task() noexcept { return leave(State::Active, State::Task); }

  /// The state before; Active and Task mean that the caller decides.
  State time_out() noexcept { return leave_open(State::TimedOut); }
  State finish() noexcept { return leave_open(State::Idle); }

 private:
  bool leave(State from, State to) noexcept {
    return state_.compare_exchange_strong(from, to, std::memory_order_acq_rel);
  }
  State leave_open(State to) noexcept {
    State from = state_.load(std::memory_order_relaxed);
    while (is_open(from) && !state_.compare_exchange_weak(from, to, std::memory_order_acq_rel)) {
    }
    return from;
  }

  std::atomic<State> state_{State::Idle};
};

/// How a handler is asked to stop. Written by the receiving thread while the call is idle.
class StopRequest {
 public:
  /// For the next call; a handler that never looks needs none.
  void reset(bool wanted) {
    if (wanted) {
      source_.emplace();
      token_ = source_->get_token();
    } else if (source_) {
      source_.reset();
      token_ = {};
    }
  }
  void request() noexcept {
    if (source_) source_->request_stop();
  }
  [[nodiscard]] const std::stop_token& token() const noexcept { return token_; }
  /// Only where one was wanted.
  [[nodiscard]] const std::stop_source& source() const noexcept { return *source_; }

 private:
  std::optional<std::stop_source> source_;
  std::stop_token token_;
};

}  // namespace mcp::protocol
