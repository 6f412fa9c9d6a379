// What a handler may ask about the call it is running in: take `mcp::Context&` anywhere in the parameter list.
#pragma once

#include <stop_token>
#include <utility>

namespace mcp {

/// The running call. Lives as long as the handler runs; usable from any thread meanwhile.
class Context {
 public:
  explicit Context(std::stop_token stop) noexcept : stop_(std::move(stop)) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// True once the client cancelled the call or the server is shutting down: return soon, the result is not sent.
  [[nodiscard]] bool cancelled() const noexcept { return stop_.stop_requested(); }
  /// For std::condition_variable_any, std::stop_callback and the like.
  [[nodiscard]] const std::stop_token& stop_token() const noexcept { return stop_; }

 private:
  std::stop_token stop_;
};

}  // namespace mcp
