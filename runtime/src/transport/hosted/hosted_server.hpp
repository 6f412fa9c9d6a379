// Serves requests that a host has read, on event loops without sockets.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

#include <mcp/http/endpoint.hpp>

#include "base/digest.hpp"
#include "http/endpoint.hpp"
#include "transport/hosted/hosted_exchange.hpp"
#include "transport/hosted/hosted_loop.hpp"
#include "transport/threads/object_count.hpp"
#include "transport/threads/worker_pool.hpp"

namespace mcp::transport::hosted {

/// Thread-safe, but for the destructor.
class HostedServer {
 public:
  /// Starts its threads. Everything passed in outlives it.
  HostedServer(const protocol::Dispatcher& dispatcher, const HttpOptions& options,
               const protocol::http::EndpointParts& parts, protocol::LogSink& log);
  /// Waits for handlers that still run. After stop().
  ~HostedServer();
  HostedServer(const HostedServer&) = delete;
  HostedServer& operator=(const HostedServer&) = delete;

  void handle(const mcp::http::Request& request, std::shared_ptr<mcp::http::ResponseSink> sink);
  [[nodiscard]] ServeCounters counters();
  /// False if handlers still run. Once.
  bool stop(std::chrono::milliseconds grace);

 private:
  class RandomIds final : public protocol::http::SessionIds {
   public:
    [[nodiscard]] std::string make() override { return protocol::random_token(24); }
  };

  template <class F>
  void on_all_loops(F what);
  /// Asks all handlers to stop, lets no executor of the program start another, and waits until every event loop has
  /// done so.
  void stop_calls();

  const HttpOptions options_;
  RandomIds ids_;
  protocol::http::Endpoint endpoint_;
  ObjectCount exchanges_;
  const HostedOptions shared_{options_, exchanges_};
  std::atomic<std::size_t> turn_{0};
  WorkerPool pool_;
  std::vector<std::unique_ptr<HostedLoop>> loops_;
  std::vector<std::thread> threads_;
};

}  // namespace mcp::transport::hosted
