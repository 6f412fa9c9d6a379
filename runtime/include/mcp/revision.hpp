// The protocol revisions that this library implements, and their two eras: legacy revisions have a handshake and
// sessions, modern ones declare everything in each request.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <mcp/export.hpp>

namespace mcp {

/// A revision of the Model Context Protocol, oldest first. Its traits are a row of spec/src/revision_table.cpp.
enum class Revision : unsigned char { V2024_11_05, V2025_03_26, V2025_06_18, V2025_11_25, V2026_07_28 };

/// Its name in the protocol: "2025-11-25".
[[nodiscard]] MCP_EXPORT std::string_view name_of(Revision revision) noexcept;

/// The revision of that name; nullopt if there is none.
[[nodiscard]] MCP_EXPORT std::optional<Revision> revision_named(std::string_view name) noexcept;

/// The names of all revisions, oldest first.
[[nodiscard]] MCP_EXPORT std::vector<std::string_view> revision_names();

/// Whether the revision is modern: without handshake and session, with `_meta` on every request.
[[nodiscard]] MCP_EXPORT bool is_modern(Revision revision) noexcept;

/// The newest modern revision.
[[nodiscard]] MCP_EXPORT Revision newest_modern() noexcept;
/// The newest legacy revision, which a handshake can agree on.
[[nodiscard]] MCP_EXPORT Revision newest_legacy() noexcept;

}  // namespace mcp
