// Who asks, by address: how addresses are counted, and what a proxy in front says.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mcp::transport::http {

/// Whether `address` is one of `proxies`, where "unix" stands for whoever connects to a Unix socket.
[[nodiscard]] bool is_trusted_proxy(std::string_view address, std::span<const std::string> proxies);

/// Whose requests are counted together that come from that address: an IPv6 client has a whole network (/64) of them.
[[nodiscard]] std::string holder_of_address(std::string_view address);

/// The client that the last proxy in front names (RFC 7239, or what was in use before): the last address in `forwarded`
/// or, where that is not there, in `forwarded_for` that is none of the `proxies` itself. Empty if there is none.
[[nodiscard]] std::string forwarded_client(std::string_view forwarded, std::string_view forwarded_for,
                                           std::span<const std::string> proxies);

}  // namespace mcp::transport::http
