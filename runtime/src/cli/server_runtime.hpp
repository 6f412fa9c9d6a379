// The objects that all peers of a server share.
#pragma once

#include <memory>

#include "cli/log_writer.hpp"
#include "cli/serve_options.hpp"
#include "methods/dispatcher.hpp"
#include "platform/stop_signals.hpp"
#include "platform/wake_up.hpp"
#include "transport/threads/timer_thread.hpp"

namespace mcp::cli {

/// What is the same for every transport: the log on stderr, timers, tasks, the methods of the protocol, and the signals
/// that end the process. One object at a time; the server that is passed in outlives it.
class ServerRuntime {
 public:
  ServerRuntime(const Server& server, ServeOptions options);

  /// Signalled when the process is asked to end.
  [[nodiscard]] const transport::WakeUp& stop() const noexcept { return stop_; }
  [[nodiscard]] LogWriter& log() noexcept { return log_; }
  [[nodiscard]] const protocol::Dispatcher& dispatcher() const noexcept { return dispatcher_; }

 private:
  const transport::WakeUp stop_;
  const StopSignals signals_;
  LogWriter log_;
  transport::TimerThread timers_;
  const ServeOptions options_;
  const protocol::Dispatcher dispatcher_;
};

}  // namespace mcp::cli
