// Percent-encoding, RFC 3986, section 2.1.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcp::spec {

/// The byte that `text` starts with, as %XX; nothing if it does not.
[[nodiscard]] std::optional<unsigned char> percent_byte(std::string_view text) noexcept;

/// `text` with every %XX undone; a % that is none stays.
[[nodiscard]] std::string percent_decoded(std::string_view text);

}  // namespace mcp::spec
