// URIs, RFC 3986.
#pragma once

#include <string_view>

#include <mcp/spec/text.hpp>

namespace mcp::spec {

// What URIs are written with, section 2.
[[nodiscard]] constexpr bool is_unreserved(char c) noexcept { return is_alphanumeric(c) || is_one_of(c, "-._~"); }
[[nodiscard]] constexpr bool is_sub_delimiter(char c) noexcept { return is_one_of(c, "!$&'()*+,;="); }
[[nodiscard]] constexpr bool is_reserved(char c) noexcept { return is_sub_delimiter(c) || is_one_of(c, ":/?#[]@"); }

/// "https", "x-notes": a letter, behind which letters, digits, `+`, `-` and `.` may follow.
[[nodiscard]] bool is_scheme(std::string_view text) noexcept;

/// A host name of RFC 1123: labels of letters, digits and hyphens.
[[nodiscard]] bool is_hostname(std::string_view text);

/// Whether the text is a URI: a scheme, followed by characters that need no percent-encoding.
[[nodiscard]] bool is_uri(std::string_view text);

/// A URI of http or https that names a host.
[[nodiscard]] bool is_web_address(std::string_view text);

/// Whether a URI, or the template of one, begins with a scheme and has something behind it.
[[nodiscard]] bool has_scheme(std::string_view text);

}  // namespace mcp::spec
