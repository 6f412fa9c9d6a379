// A hash that tells one text from another and protects nothing.
#pragma once

#include <cstdint>
#include <string_view>

namespace mcp::spec {

/// FNV-1a of 64 bits. `before` is the fingerprint of the text that `text` continues.
[[nodiscard]] constexpr std::uint64_t fingerprint(std::string_view text,
                                                  std::uint64_t before = 14695981039346656037U) noexcept {
  std::uint64_t hash = before;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

}  // namespace mcp::spec
