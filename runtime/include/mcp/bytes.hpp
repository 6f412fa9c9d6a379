// Binary data, such as a file, an image or a key. JSON carries it as base64.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace mcp {

/// Binary data; in JSON a string of base64 (RFC 4648, section 4, with padding).
using Bytes = std::vector<std::byte>;

/// A copy of the bytes of a text; of a literal without its terminating NUL.
[[nodiscard]] inline Bytes bytes(std::string_view text) {
  const auto view = std::as_bytes(std::span(text.data(), text.size()));
  return {view.begin(), view.end()};
}

/// A copy of the bytes of a buffer: a std::span, std::vector or array of char, unsigned char or std::byte. For a
/// pointer and a size, write `mcp::bytes(std::span(data, size))`.
template <class Buffer>
  requires(!std::convertible_to<const Buffer&, std::string_view> &&
           requires(const Buffer& buffer) { requires sizeof(std::span(buffer)[0]) == 1; })
[[nodiscard]] Bytes bytes(const Buffer& buffer) {
  const auto view = std::as_bytes(std::span(buffer));
  return {view.begin(), view.end()};
}

}  // namespace mcp
