// A peer within the process: messages in, answers out, no file descriptor. For tests and for calling a tool from the
// command line.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/connection.hpp"
#include "transport/lines/line_framing.hpp"

namespace mcp::transport {

/// Keeps messages until they are taken. Thread-safe.
class MemorySink final : public protocol::MessageSink {
 public:
  void send(std::string_view message) override;
  void notify(std::string_view message) override { send(message); }

  /// Everything sent since the last time, oldest first.
  [[nodiscard]] std::vector<std::string> take_all();
  /// Waits for a message and takes it.
  [[nodiscard]] std::string take_one();
  /// The same, until `deadline` or interrupt(); nothing if none came.
  [[nodiscard]] std::optional<std::string> take_one_until(std::chrono::steady_clock::time_point deadline);
  /// Makes take_one_until() return, now or when it is called next.
  void interrupt();

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::string> messages_;
  bool interrupted_ = false;
};

/// The client's end of a connection whose server's end is in the same process. With an InlineExecutor every answer is
/// there when send() returns. One thread at a time sends; dispatcher and executor outlive it.
class MemoryPeer {
 public:
  MemoryPeer(const protocol::Dispatcher& dispatcher, protocol::Executor& executor, std::size_t max_message = 1 << 20);

  /// Bytes of a line stream, cut anywhere: goes the way that bytes of stdin go.
  void send_bytes(std::string_view bytes);
  /// Sends one message, which has no line end.
  void send(std::string_view message);
  /// Ends the stream: a last line without line end counts, handlers are asked to stop.
  void close();
  /// See CallTable::close_executors().
  void close_executors() noexcept { connection_.close_executors(); }

  /// Sends a message and returns what was answered meanwhile.
  std::vector<std::string> exchange(std::string_view message);

  [[nodiscard]] MemorySink& outbox() noexcept { return outbox_; }

 private:
  MemorySink outbox_;
  protocol::Connection connection_;
  LineFraming lines_;
  std::size_t max_message_;
};

}  // namespace mcp::transport
