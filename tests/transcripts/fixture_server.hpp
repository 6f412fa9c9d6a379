// A server written by hand in the shape of generated code, for tests: tools for every way a call can end.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <stop_token>
#include <string>

#include <mcp/registry/descriptor.hpp>
#include <mcp/server.hpp>

namespace fixture {

/// Holds tool calls until a test lets them go. Thread-safe.
class Stage {
 public:
  /// The tool `hold`: returns "released", or "stopped" as soon as the call is cancelled.
  std::string hold(std::stop_token stop);
  /// The tool `stuck`: deaf to cancellation.
  std::string stuck();
  /// The tool `count`: how often it was called.
  int count();

  void wait_until_entered(std::size_t calls);
  void wait_until_stopped(std::size_t calls);
  /// Lets everybody go who is held now or later.
  void release();

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::size_t entered_ = 0;
  std::size_t stopped_ = 0;
  bool released_ = false;
  int count_ = 0;
};

/// The descriptor of the server `fixture`; its tools need a Stage.
[[nodiscard]] const mcp::detail::ServerDescriptor& descriptor();

/// The server, with `stage` bound.
[[nodiscard]] mcp::Server server(Stage& stage);

}  // namespace fixture
