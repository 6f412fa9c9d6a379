// Who asks: the peer of a connection, or whom a trusted proxy speaks for.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>

#include "http/request.hpp"
#include "transport/http/connection_quota.hpp"

namespace mcp::transport::http {

/// Not thread-safe.
class PeerIdentity {
 public:
  explicit PeerIdentity(std::shared_ptr<const ConnectionPermit> permit) : permit_(std::move(permit)) {}

  /// Sets `request.peer`, whose requests are counted together. A proxy among `trusted_proxies` says of each request who
  /// asks. The view is valid until the next call.
  void identify(protocol::http::Request& request, std::span<const std::string> trusted_proxies);

  /// The address of the one who asked last, without a port.
  [[nodiscard]] const std::string& address() const noexcept { return client_.empty() ? permit_->address : client_; }

 private:
  const std::shared_ptr<const ConnectionPermit> permit_;
  std::string client_;  // whom the proxy speaks for; else empty
  std::string holder_;  // whose requests are counted with that client's
};

}  // namespace mcp::transport::http
