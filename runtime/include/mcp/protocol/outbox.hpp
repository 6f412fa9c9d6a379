// Where answers go: the seam between the protocol core and whatever carries its bytes.
#pragma once

#include <string_view>

namespace mcp::protocol {

/// Takes whole JSON-RPC messages. Implementations are thread-safe: handlers finish on any thread. An Outbox outlives
/// every request that was received with it.
class Outbox {
 public:
  /// One whole message, without a newline at its end. The bytes are the caller's again on return.
  virtual void send(std::string_view message) = 0;

  /// A request whose answer would have come here is never answered, because it was cancelled.
  virtual void abandon() {}

 protected:
  ~Outbox() = default;
};

}  // namespace mcp::protocol
