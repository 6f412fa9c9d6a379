// Serves one client over two byte streams, a message a line: stdin and stdout, or any pair of descriptors.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include "base/log_sink.hpp"
#include "methods/dispatcher.hpp"
#include "platform/wake_up.hpp"
#include "session/connection.hpp"
#include "transport/stdio/stream_output.hpp"
#include "transport/threads/worker_pool.hpp"

namespace mcp::transport {

struct StdioOptions {
  std::size_t max_message = std::size_t{4} << 20;   // bytes of one message from the client
  std::size_t max_backlog = std::size_t{16} << 20;  // bytes of output that wait before reading pauses
  std::size_t max_workers = 64;                     // threads for tools
  std::chrono::milliseconds grace{2000};            // for running tools, once the client is gone
  /// Of what runs a handler. High, as there is but one client, which the server belongs to.
  std::optional<protocol::Rate> calls = protocol::Rate{1'000'000, 1'000'000};
};

class StdioServer {
 public:
  /// Does not own the descriptors. SIGPIPE must not end the process. Everything passed in outlives the server.
  StdioServer(const protocol::Dispatcher& dispatcher, const StdioOptions& options, protocol::LogSink& log, int in,
              int out);
  /// Waits for handlers that still run: after serve() returned false, leave the process instead.
  ~StdioServer() = default;

  /// Serves until the client closes either stream or `stop` becomes readable. A client that closed its end of the input
  /// and reads nothing of too much output is waited for no longer than the grace time. Then handlers are asked to stop
  /// and get the grace time; what they answer goes out. False if some still run.
  [[nodiscard]] bool serve(const WakeUp& stop);

 private:
  void read_until_end(const WakeUp& stop);
  /// Milliseconds for poll(): how long reading may pause now; -1 for as long as it takes.
  [[nodiscard]] int pause_timeout(bool paused);

  const StdioOptions options_;
  protocol::LogSink& log_;
  const int in_;
  const int out_;
  bool hung_up_ = false;  // the input has no writer any more; bytes may be left in it
  std::optional<std::chrono::steady_clock::time_point> pause_ends_;
  WakeUp wake_;
  StreamOutput output_;
  protocol::Connection connection_;
  WorkerPool pool_;  // the last member, as its threads use the others
};

}  // namespace mcp::transport
