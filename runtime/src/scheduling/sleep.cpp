// Context::sleep_for(): a timer, a stop_callback, and a job that resumes the coroutine, whichever of the two is first.
#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>

#include <mcp/task.hpp>

#include "scheduling/scheduling.hpp"

namespace mcp {

struct Sleep::State final : protocol::Job, protocol::Timer {
  State(const protocol::Scheduling& scheduling, std::stop_token token, std::chrono::nanoseconds length)
      : executor(scheduling.executor), timers(scheduling.timers), stop(std::move(token)), time(length) {}

  struct Wake {
    State& state;
    void operator()() const noexcept { state.wake(); }
  };

  void run(protocol::WorkerScratch&) noexcept override { sleeper.resume(); }
  /// The coroutine ends where it should not go on. It must end somewhere, and the thread that it waits for runs
  /// nothing.
  void on_not_run(protocol::NotRun) noexcept override { is_not_run = true; }
  [[nodiscard]] std::string text() const override { return "a coroutine"; }
  void expired() noexcept override { wake(); }
  /// On any thread; only the first call has an effect. Once the job is submitted, this object may be gone.
  void wake() noexcept {
    if (phase.exchange(Phase::Woken, std::memory_order_acq_rel) == Phase::Asleep) executor.submit(*this);
  }

  /// Where a sleep is:
  ///
  ///     Starting ──await_suspend()──▶ Asleep ──wake()──▶ Woken   wake() submits the job
  ///        └───────wake()───────────▶ Woken                      before await_suspend(), which does not suspend then
  ///
  /// The exchanges acquire and release, so that the thread that resumes the coroutine sees what await_suspend() wrote.
  enum class Phase : unsigned char { Starting, Asleep, Woken };

  protocol::Executor& executor;
  protocol::Timers& timers;
  const std::stop_token stop;
  const std::chrono::nanoseconds time;
  std::coroutine_handle<> sleeper;
  bool is_not_run = false;  // written before the job is submitted for its last time
  std::atomic<Phase> phase{Phase::Starting};
  std::optional<std::stop_callback<Wake>> on_stop;
};

Sleep::Sleep(const Context& context, std::int64_t nanoseconds) {
  if (context.scheduling_ == nullptr) throw std::logic_error("mcp::Context::sleep_for: no server runs this call");
  state_ = std::make_unique<State>(*context.scheduling_, context.stop_, std::chrono::nanoseconds(nanoseconds));
}

Sleep::~Sleep() = default;

bool Sleep::await_ready() const noexcept { return state_->stop.stop_requested(); }

bool Sleep::await_suspend(std::coroutine_handle<> sleeper) {
  State& state = *state_;
  state.sleeper = sleeper;
  state.timers.start(state, state.time);
  state.on_stop.emplace(state.stop, State::Wake{state});
  // From here on another thread may resume the coroutine, which destroys this object.
  auto phase = State::Phase::Starting;
  return state.phase.compare_exchange_strong(phase, State::Phase::Asleep, std::memory_order_acq_rel);
}

void Sleep::await_resume() {
  // Both wait until a call of wake() that is under way has returned.
  state_->on_stop.reset();
  state_->timers.cancel(*state_);
  if (state_->is_not_run || state_->stop.stop_requested()) throw Cancelled();
}

}  // namespace mcp
