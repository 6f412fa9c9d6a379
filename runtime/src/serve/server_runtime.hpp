// The objects that all peers of a server share.
#pragma once

#include <memory>
#include <string_view>

#include <mcp/serve_options.hpp>
#include <mcp/server.hpp>

#include "methods/dispatcher.hpp"
#include "serve/log_writer.hpp"
#include "transport/threads/timer_thread.hpp"

namespace mcp::serve {

/// The log of the options, or lines on stderr. Thread-safe.
class ServeLog final : public protocol::LogSink {
 public:
  explicit ServeLog(std::function<void(std::string_view line)> function);

  void write(std::string_view line) noexcept override;
  /// See LogWriter.
  bool finish() noexcept { return stderr_.finish(); }

 private:
  const std::function<void(std::string_view line)> function_;  // empty: stderr
  LogWriter stderr_;
};

/// What is the same for every transport: the log, timers, tasks, and the methods of the protocol. The server that is
/// passed in outlives it.
class ServerRuntime {
 public:
  /// Throws std::invalid_argument for keys that are none.
  ServerRuntime(const Server& server, const ServeOptions& options);

  [[nodiscard]] ServeLog& log() noexcept { return log_; }
  [[nodiscard]] const protocol::Dispatcher& dispatcher() const noexcept { return dispatcher_; }

 private:
  ServeLog log_;
  transport::TimerThread timers_;
  const ServeOptions options_;
  const protocol::Dispatcher dispatcher_;
};

}  // namespace mcp::serve
