// Addresses of clients: how they are counted, and what a proxy says of them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mcp::transport::http {

/// Whether `address` is one of `proxies`, where "unix" stands for every peer on a Unix socket.
[[nodiscard]] bool is_trusted_proxy(std::string_view address, std::span<const std::string> proxies);

/// The name under which requests from `address` are counted: the address itself, or the network (/64) of an IPv6 one,
/// as one client has all of it.
[[nodiscard]] std::string holder_of_address(std::string_view address);

/// The client that the last proxy names, in Forwarded (RFC 7239) or X-Forwarded-For: the last address in `forwarded`
/// or, without that field, in `forwarded_for` that is none of the `proxies`. Empty if there is none.
[[nodiscard]] std::string forwarded_client(std::string_view forwarded, std::string_view forwarded_for,
                                           std::span<const std::string> proxies);

}  // namespace mcp::transport::http
