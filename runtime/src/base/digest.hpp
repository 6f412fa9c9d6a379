// Digests, and bytes as text that fits in a URL.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::protocol {

using Digest = std::array<std::byte, 32>;

/// SHA-256 of a text.
[[nodiscard]] Digest sha256(std::string_view text);

/// Small hexadecimal digits.
[[nodiscard]] std::string to_hex(std::span<const std::byte> bytes);

/// A short text that tells one text from another, whoever made them: half of its SHA-256.
[[nodiscard]] std::string digest_of(std::string_view text);

/// RFC 4648, section 5, without padding.
[[nodiscard]] std::string to_base64url(std::span<const std::byte> bytes);
/// The bytes of such a text; nothing if it is not exactly what to_base64url() makes.
[[nodiscard]] std::optional<std::vector<std::byte>> from_base64url(std::string_view text);

/// `bytes` bytes of the system's generator for secrets, as base64url: 16 or more cannot be guessed.
[[nodiscard]] std::string random_token(std::size_t bytes);

}  // namespace mcp::protocol
