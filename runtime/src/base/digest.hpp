// Digests, hexadecimal digits, base64url, and random identifiers.
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

/// The bytes as lower-case hexadecimal digits.
[[nodiscard]] std::string to_hex(std::span<const std::byte> bytes);

/// A short fingerprint of a text: half of its SHA-256, so that nobody can make two texts with the same fingerprint.
[[nodiscard]] std::string digest_of(std::string_view text);

/// RFC 4648, section 5, without padding.
[[nodiscard]] std::string to_base64url(std::span<const std::byte> bytes);
/// The bytes of a base64url text; nullopt if to_base64url() would not make exactly this text.
[[nodiscard]] std::optional<std::vector<std::byte>> from_base64url(std::string_view text);

/// `bytes` random bytes of the cryptographic generator, as base64url. 16 or more bytes cannot be guessed.
[[nodiscard]] std::string random_token(std::size_t bytes);

}  // namespace mcp::protocol
