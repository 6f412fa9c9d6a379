// A server that runs in the process of the test that talks to it.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include <mcp/server.hpp>
#include <mcp/test/client.hpp>

#include "base/log_sink.hpp"
#include "methods/dispatcher.hpp"
#include "transport/memory/memory.hpp"
#include "transport/threads/timer_thread.hpp"
#include "transport/threads/worker_pool.hpp"

namespace mcp::test {

class LocalServer {
 public:
  /// `owned`, if it has a value, is the server; else `server` is, which outlives this. Throws std::logic_error if an
  /// object of the server is missing.
  LocalServer(std::optional<Server> owned, const Server* server, const ClientOptions& options);
  LocalServer(const LocalServer&) = delete;
  LocalServer& operator=(const LocalServer&) = delete;
  /// What an executor of the program has not started is not waited for.
  ~LocalServer() { peer_.close_executors(); }

  /// Waits for a message to the client until `deadline`; nothing if none came. Runs meanwhile what handlers post to
  /// MainThreads of the calling thread.
  [[nodiscard]] std::optional<std::string> take_one_until(std::chrono::steady_clock::time_point deadline);
  /// Waits until no handler runs; false if `deadline` passes first. Runs the same.
  [[nodiscard]] bool drain(std::chrono::steady_clock::time_point deadline);

  /// The connection to the server.
  [[nodiscard]] transport::MemoryPeer& peer() noexcept { return peer_; }
  /// What the server has logged.
  [[nodiscard]] std::string log() const { return log_.text(); }

 private:
  class Log final : public protocol::LogSink {
   public:
    void write(std::string_view line) noexcept override;
    [[nodiscard]] std::string text() const;

   private:
    mutable std::mutex mutex_;
    std::string text_;
  };

  std::optional<Server> owned_;
  const Server& server_;
  Log log_;
  transport::TimerThread timers_;
  protocol::Dispatcher dispatcher_;
  transport::MemoryPeer peer_;
  transport::WorkerPool pool_;  // the last member, since its threads use all others
};

}  // namespace mcp::test
