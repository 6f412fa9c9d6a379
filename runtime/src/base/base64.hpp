// Base64 of RFC 4648, section 4: the standard alphabet with padding, and nothing else.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mcp {

/// The length of the base64 of `size` bytes.
[[nodiscard]] constexpr std::size_t base64_size(std::size_t size) noexcept { return (size + 2) / 3 * 4; }

/// Writes base64_size(bytes.size()) characters to `out`; returns their end.
char* to_base64(std::span<const std::byte> bytes, char* out) noexcept;
[[nodiscard]] std::string to_base64(std::span<const std::byte> bytes);

/// The number of bytes that `text` decodes to; nullopt if it is not strict base64. White space, missing padding, the
/// URL alphabet and unused bits that are not zero are refused.
[[nodiscard]] std::optional<std::size_t> base64_decoded_size(std::string_view text) noexcept;
/// Decodes `text` to `out`. Precondition: base64_decoded_size() returned a number for it.
void from_base64(std::string_view text, std::byte* out) noexcept;

}  // namespace mcp
