// Bytes that travel as base64: what a file, an image or a key is to a handler.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace mcp {

/// In JSON a string of base64 (RFC 4648, with padding).
using Bytes = std::vector<std::byte>;

/// A copy of the bytes of a text: of what a std::string holds, or of a literal without its end.
[[nodiscard]] inline Bytes bytes(std::string_view text) {
  const auto view = std::as_bytes(std::span(text.data(), text.size()));
  return {view.begin(), view.end()};
}

/// A copy of the bytes of a buffer: of std::span<const char>, of vectors and arrays of char, unsigned char or
/// std::byte. What a C library gave is `mcp::bytes(std::span(data, size))`.
template <class Buffer>
  requires(!std::convertible_to<const Buffer&, std::string_view> &&
           requires(const Buffer& buffer) { requires sizeof(std::span(buffer)[0]) == 1; })
[[nodiscard]] Bytes bytes(const Buffer& buffer) {
  const auto view = std::as_bytes(std::span(buffer));
  return {view.begin(), view.end()};
}

}  // namespace mcp
