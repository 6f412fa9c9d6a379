// A hash that tells one text from another and protects nothing.
#pragma once

#include <cstdint>
#include <string_view>

namespace mcpgen {

/// FNV-1a of 64 bits.
[[nodiscard]] constexpr std::uint64_t fingerprint(std::string_view text) noexcept {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

}  // namespace mcpgen
