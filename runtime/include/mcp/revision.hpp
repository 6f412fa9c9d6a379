// The protocol revisions this library speaks, oldest first, and the two eras they fall into.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace mcp {

/// A revision of the Model Context Protocol. Ordered: a later revision compares greater.
enum class Revision : unsigned char { V2024_11_05, V2025_03_26, V2025_06_18, V2025_11_25, V2026_07_28 };

inline constexpr std::size_t kRevisionCount = 5;
inline constexpr std::array<std::string_view, kRevisionCount> kRevisionNames = {
    "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"};
/// The newest revision that a handshake can agree on.
inline constexpr Revision kNewestLegacy = Revision::V2025_11_25;

[[nodiscard]] constexpr std::string_view name_of(Revision revision) {
  return kRevisionNames[static_cast<std::size_t>(revision)];
}

/// The revision of that name, or nothing.
[[nodiscard]] constexpr std::optional<Revision> revision_named(std::string_view name) {
  for (std::size_t i = 0; i < kRevisionCount; ++i) {
    if (kRevisionNames[i] == name) return static_cast<Revision>(i);
  }
  return std::nullopt;
}

/// Modern: stateless, `_meta` on every request, no handshake.
[[nodiscard]] constexpr bool is_modern(Revision revision) { return revision >= Revision::V2026_07_28; }

/// Whether that is the name of a legacy revision.
[[nodiscard]] constexpr bool names_legacy(std::string_view name) {
  const auto revision = revision_named(name);
  return revision && !is_modern(*revision);
}

}  // namespace mcp
