// Percent-encoding in URIs (RFC 3986, section 2).
#pragma once

#include <string>
#include <string_view>

#include <mcp/spec/uri.hpp>

namespace mcp::protocol {

using spec::is_reserved;
using spec::is_unreserved;

/// Appends a byte as %XX.
void append_percent_encoded(char byte, std::string& to);

/// The normal form of a URI with respect to percent-encoding: characters that a URI cannot contain are encoded,
/// unreserved characters are not, and hexadecimal digits are upper-case (RFC 3986, 6.2.2; RFC 3987, 3.1).
[[nodiscard]] std::string normal_uri(std::string_view uri);

[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

}  // namespace mcp::protocol
