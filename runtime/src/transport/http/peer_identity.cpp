#include "transport/http/peer_identity.hpp"

#include "transport/http/peer_address.hpp"

namespace mcp::transport::http {

void PeerIdentity::identify(protocol::http::Request& request, std::span<const std::string> trusted_proxies) {
  request.peer = permit_->holder;
  if (!permit_->is_proxy) return;
  client_ = forwarded_client(request.forwarded, request.forwarded_for, trusted_proxies);
  holder_ = holder_of_address(address());
  request.peer = holder_;
}

}  // namespace mcp::transport::http
