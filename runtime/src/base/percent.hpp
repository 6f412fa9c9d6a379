// What URIs are written with, RFC 3986, section 2.
#pragma once

#include <string>
#include <string_view>

#include <mcp/spec/uri.hpp>

namespace mcp::protocol {

using spec::is_reserved;
using spec::is_unreserved;

/// Appends a byte as %XX.
void append_percent_encoded(char byte, std::string& to);

/// The one spelling that URIs share which differ in what is percent-encoded only: what a URI cannot carry is encoded,
/// unreserved characters are not, hexadecimal digits are capitals (RFC 3986, 6.2.2; RFC 3987, 3.1).
[[nodiscard]] std::string normal_uri(std::string_view uri);

[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

}  // namespace mcp::protocol
