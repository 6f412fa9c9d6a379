// What a handler may ask about the call it is running in: take `mcp::Context&` anywhere in the parameter list.
#pragma once

#include <stop_token>
#include <utility>

namespace mcp {

namespace protocol {
struct Scheduling;  // protocol/scheduling.hpp
}
class Sleep;

/// The running call. Lives as long as the handler runs; usable from any thread meanwhile.
class Context {
 public:
  /// For the runtime. `scheduling` outlives the context; without, nothing can sleep.
  explicit Context(std::stop_token stop, const protocol::Scheduling* scheduling = nullptr) noexcept
      : stop_(std::move(stop)), scheduling_(scheduling) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// True once the client cancelled the call, its time is over or the server is shutting down: return soon, the result
  /// is not sent.
  [[nodiscard]] bool cancelled() const noexcept { return stop_.stop_requested(); }
  /// For std::condition_variable_any, std::stop_callback and the like.
  [[nodiscard]] const std::stop_token& stop_token() const noexcept { return stop_; }

  /// In a tool that is a coroutine (<mcp/task.hpp>): `co_await ctx.sleep_for(200ms)` waits without a thread, and goes
  /// on on one of the server's. Throws mcp::Cancelled as soon as the call is cancelled.
  template <class Duration>
  [[nodiscard]] Sleep sleep_for(Duration time) const;

 private:
  friend Sleep;

  std::stop_token stop_;
  const protocol::Scheduling* scheduling_;
};

}  // namespace mcp
