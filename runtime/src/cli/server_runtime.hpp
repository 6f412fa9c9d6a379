// The objects that all peers of a server share, made from the command line's options.
#pragma once

#include <memory>

#include <mcp/limits.hpp>

#include "base/sealing.hpp"
#include "cli/log_writer.hpp"
#include "cli/options.hpp"
#include "methods/dispatcher.hpp"
#include "platform/stop_signals.hpp"
#include "platform/wake_up.hpp"
#include "tasks/task_store.hpp"
#include "transport/threads/timer_thread.hpp"

namespace mcp::cli {

/// What is the same for every transport: the log on stderr, timers, tasks, the methods of the protocol, and the signals
/// that end the process. One object at a time; the server that is passed in outlives it.
class ServerRuntime {
 public:
  /// Throws std::invalid_argument for invalid keys, and std::runtime_error for a file that cannot be read, each with an
  /// error text for the user.
  ServerRuntime(const Server& server, const Options& options);

  /// Whether the command line gave keys to seal with.
  [[nodiscard]] bool has_keys() const noexcept { return sealer_ != nullptr; }
  /// Signalled when the process is asked to end.
  [[nodiscard]] const transport::WakeUp& stop() const noexcept { return stop_; }
  [[nodiscard]] LogWriter& log() noexcept { return log_; }
  [[nodiscard]] const protocol::Dispatcher& dispatcher() const noexcept { return dispatcher_; }

 private:
  const transport::WakeUp stop_;
  const StopSignals signals_;
  LogWriter log_;
  transport::TimerThread timers_;
  const protocol::Limits limits_;
  const std::shared_ptr<const protocol::Sealer> sealer_;  // null: no key was given
  protocol::MemoryTaskStore tasks_;
  const protocol::Dispatcher dispatcher_;
};

}  // namespace mcp::cli
