// Limits the number of connections, of all clients and of each.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/shares.hpp"

namespace mcp::transport::http {

class ConnectionQuota;

/// The right to have one connection. The destructor gives it back.
class ConnectionPermit {
 public:
  /// For ConnectionQuota::acquire().
  ConnectionPermit(ConnectionQuota& quota, std::string from, std::string counted_as, bool from_proxy)
      : address(std::move(from)), holder(std::move(counted_as)), is_proxy(from_proxy), quota_(quota) {}
  ~ConnectionPermit();
  ConnectionPermit(const ConnectionPermit&) = delete;
  ConnectionPermit& operator=(const ConnectionPermit&) = delete;

  const std::string address;  // without a port
  const std::string holder;   // the name under which it is counted: the address, or the network of an IPv6 one
  const bool is_proxy;        // its requests name their clients

 private:
  ConnectionQuota& quota_;
};

/// All connections of a server. Thread-safe; outlives its permits.
class ConnectionQuota {
 public:
  /// At most `most` connections, at most half of them for one holder; proxies are not limited to a half.
  ConnectionQuota(std::size_t most, std::span<const std::string> proxies) : proxies_(proxies), places_(most) {}

  /// A permit for a connection from that address; null if the limit is reached.
  [[nodiscard]] std::shared_ptr<const ConnectionPermit> acquire(std::string address);

 private:
  friend class ConnectionPermit;
  void release(const ConnectionPermit& permit) noexcept;

  const std::span<const std::string> proxies_;
  std::mutex mutex_;
  protocol::Shares places_;
};

}  // namespace mcp::transport::http
