// Percent-encoding, RFC 3986, section 2.1.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcp::spec {

/// The byte of the %XX at the beginning of `text`; nullopt if there is none.
[[nodiscard]] std::optional<unsigned char> percent_byte(std::string_view text) noexcept;

/// `text` with every %XX decoded. A % that begins no %XX is kept.
[[nodiscard]] std::string percent_decoded(std::string_view text);

}  // namespace mcp::spec
