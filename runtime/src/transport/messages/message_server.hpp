// Serves clients whose messages somebody else carries.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <mcp/connection.hpp>

#include "methods/dispatcher.hpp"
#include "transport/messages/message_peer.hpp"
#include "transport/threads/worker_pool.hpp"

namespace mcp::transport {

/// Thread-safe, but for the destructor.
class MessageServer {
 public:
  /// What is passed outlives it.
  MessageServer(const protocol::Dispatcher& dispatcher, const ConnectionOptions& options);
  /// Waits for handlers that still run. Peers that live on receive nothing. After stop().
  ~MessageServer();
  MessageServer(const MessageServer&) = delete;
  MessageServer& operator=(const MessageServer&) = delete;

  /// Throws std::runtime_error if there are as many as the options allow, or after stop().
  [[nodiscard]] std::shared_ptr<MessagePeer> connect(std::shared_ptr<ConnectionSink> sink, ConnectionPeer who);
  /// Those that are not closed.
  [[nodiscard]] std::size_t connections() const;
  /// False if handlers still run.
  bool stop(std::chrono::milliseconds grace);

 private:
  using Peers = std::vector<std::shared_ptr<MessagePeer>>;
  [[nodiscard]] Peers peers() const;
  void forget_closed();  // under the lock

  const protocol::Dispatcher& dispatcher_;
  const ConnectionOptions& options_;
  mutable std::mutex mutex_;       // guards what follows
  Peers peers_;                    // and some that were closed
  std::size_t next_cleaning_ = 0;  // of peers_, when it is so long
  bool stopped_ = false;
  std::optional<WorkerPool> pool_;  // since the first connect()
};

}  // namespace mcp::transport
