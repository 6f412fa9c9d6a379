// Addresses of the Internet Protocol, as text.
#pragma once

#include <string_view>

namespace mcp::spec {

/// Four decimal numbers with dots between.
[[nodiscard]] bool is_ipv4(std::string_view text);
/// RFC 4291, 2.2, without a zone.
[[nodiscard]] bool is_ipv6(std::string_view text);

}  // namespace mcp::spec
