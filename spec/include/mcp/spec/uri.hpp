// URIs, RFC 3986.
#pragma once

#include <string_view>

namespace mcp::spec {

/// A host name of RFC 1123: labels of letters, digits and hyphens.
[[nodiscard]] bool is_hostname(std::string_view text);

/// A whole URI: a scheme, and behind it nothing that would have to be percent-encoded.
[[nodiscard]] bool is_uri(std::string_view text);

/// A URI of http or https that names a host.
[[nodiscard]] bool is_web_address(std::string_view text);

/// Whether a URI, or the template of one, begins with a scheme and has something behind it.
[[nodiscard]] bool has_scheme(std::string_view text);

}  // namespace mcp::spec
