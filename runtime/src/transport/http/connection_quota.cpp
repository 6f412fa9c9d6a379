#include "transport/http/connection_quota.hpp"

#include <utility>

#include "transport/http/peer_address.hpp"

namespace mcp::transport::http {

ConnectionPermit::~ConnectionPermit() { quota_.release(*this); }

std::shared_ptr<const ConnectionPermit> ConnectionQuota::acquire(std::string address) {
  const bool is_proxy = is_trusted_proxy(address, proxies_);
  std::string holder = is_proxy ? std::string() : holder_of_address(address);
  {
    const std::lock_guard lock(mutex_);
    if (places_.take(holder) != protocol::Shares::Taken::Yes) return nullptr;
  }
  try {
    return std::make_shared<ConnectionPermit>(*this, std::move(address), holder, is_proxy);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    places_.give_back(holder);
    throw;
  }
}

void ConnectionQuota::release(const ConnectionPermit& permit) noexcept {
  const std::lock_guard lock(mutex_);
  places_.give_back(permit.holder);
}

}  // namespace mcp::transport::http
