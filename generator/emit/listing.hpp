// What clients see of a server, revision by revision, as JSON: the entries of its lists, its own description.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <nlohmann/json.hpp>

#include "server/server_model.hpp"

namespace mcpgen {

/// The protocol revisions, oldest first; the same order as the runtime's mcp::Revision.
enum class Revision { V2024_11_05, V2025_03_26, V2025_06_18, V2025_11_25, V2026_07_28 };
inline constexpr std::array<std::string_view, 5> kRevisions = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25",
                                                               "2026-07-28"};

/// A Tool object with exactly the fields that `revision` knows.
[[nodiscard]] nlohmann::ordered_json tool_json(const model::Tool& tool, const model::Model& model, Revision revision);

/// What the manifest says of a tool: the newest Tool object, and whether it runs as a task.
[[nodiscard]] nlohmann::ordered_json manifest_json(const model::Tool& tool, const model::Model& model);

/// A Resource object, or a ResourceTemplate object of a template; the same.
[[nodiscard]] nlohmann::ordered_json resource_json(const model::Resource& resource, Revision revision);

/// A Prompt object; the same.
[[nodiscard]] nlohmann::ordered_json prompt_json(const model::Prompt& prompt, Revision revision);

/// An Implementation object.
[[nodiscard]] nlohmann::ordered_json server_info(const ServerModel& server, Revision revision);

/// A ServerCapabilities object, derived from what the server offers.
[[nodiscard]] nlohmann::ordered_json capabilities(const ServerModel& server, Revision revision);

/// Everything the server offers, sorted: the text of `--manifest`.
[[nodiscard]] std::string manifest_text(const ServerModel& server);

}  // namespace mcpgen
