// The client of a request: the peer of the connection, or the one that a trusted proxy names.
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

  /// Sets `request.peer`, the name under which requests are counted together. If the peer is a proxy among
  /// `trusted_proxies`, the request itself names its client. The view is valid until the next call.
  void identify(protocol::http::Request& request, std::span<const std::string> trusted_proxies);

  /// The address of the last request's client, without a port.
  [[nodiscard]] const std::string& address() const noexcept { return client_.empty() ? permit_->address : client_; }

 private:
  const std::shared_ptr<const ConnectionPermit> permit_;
  std::string client_;  // that the proxy names; empty if the peer is no proxy
  std::string holder_;  // the name under which that client's requests are counted
};

}  // namespace mcp::transport::http
