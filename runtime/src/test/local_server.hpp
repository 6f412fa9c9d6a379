// A server that runs in the process of the test that talks to it.
#pragma once

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

  /// The connection to the server.
  [[nodiscard]] transport::MemoryPeer& peer() noexcept { return peer_; }
  /// The threads that run handlers.
  [[nodiscard]] transport::WorkerPool& pool() noexcept { return pool_; }
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
