// How many connections there are, and how many of one peer.
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

/// One connection's place among all; given back in the end.
class ConnectionPermit {
 public:
  /// For ConnectionQuota::acquire().
  ConnectionPermit(ConnectionQuota& quota, std::string from, std::string counted_as, bool from_proxy)
      : address(std::move(from)), holder(std::move(counted_as)), is_proxy(from_proxy), quota_(quota) {}
  ~ConnectionPermit();
  ConnectionPermit(const ConnectionPermit&) = delete;
  ConnectionPermit& operator=(const ConnectionPermit&) = delete;

  const std::string address;  // without a port
  const std::string holder;   // whose connections are counted together: the address, or the network of an IPv6 address
  const bool is_proxy;        // it says itself who asks

 private:
  ConnectionQuota& quota_;
};

/// All connections of a server. Thread-safe; outlives its permits.
class ConnectionQuota {
 public:
  /// `most` connections, half of them of one holder; proxies have no share of their own.
  ConnectionQuota(std::size_t most, std::span<const std::string> proxies) : proxies_(proxies), places_(most) {}

  /// A place for whoever connects from that address; null if there is none.
  [[nodiscard]] std::shared_ptr<const ConnectionPermit> acquire(std::string address);

 private:
  friend class ConnectionPermit;
  void release(const ConnectionPermit& permit) noexcept;

  const std::span<const std::string> proxies_;
  std::mutex mutex_;
  protocol::Shares places_;
};

}  // namespace mcp::transport::http
