// Serves one client over two byte streams, a message a line: stdin and stdout, or any pair of descriptors.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>

#include <mcp/serve_options.hpp>

#include "base/log_sink.hpp"
#include "methods/dispatcher.hpp"
#include "platform/wake_up.hpp"
#include "session/connection.hpp"
#include "transport/stdio/stream_output.hpp"
#include "transport/threads/worker_pool.hpp"

namespace mcp::transport {

class StdioServer {
 public:
  /// Does not own the descriptors of the options. Everything passed in outlives the server.
  StdioServer(const protocol::Dispatcher& dispatcher, const StdioOptions& options, protocol::LogSink& log);
  /// Waits for handlers that still run.
  ~StdioServer() = default;

  /// Serves until the client closes either stream or `stop` becomes readable. A client that closed its end of the input
  /// and reads nothing of too much output is waited for no longer than the grace time. Then handlers are asked to stop
  /// and get the grace time; what they answer goes out. False if some still run.
  [[nodiscard]] bool serve(const WakeUp& stop);
  /// Another grace time, until serve() has begun to end.
  void set_grace(std::chrono::milliseconds grace) noexcept { grace_.store(grace); }

 private:
  void read_until_end(const WakeUp& stop);
  /// Milliseconds for poll(): how long reading may pause now; -1 for as long as it takes.
  [[nodiscard]] int pause_timeout(bool paused);

  const StdioOptions options_;
  protocol::LogSink& log_;
  std::atomic<std::chrono::milliseconds> grace_;
  bool hung_up_ = false;  // the input has no writer any more; bytes may be left in it
  std::optional<std::chrono::steady_clock::time_point> pause_ends_;
  WakeUp wake_;
  StreamOutput output_;
  protocol::Connection connection_;
  WorkerPool pool_;  // the last member, as its threads use the others
};

}  // namespace mcp::transport
