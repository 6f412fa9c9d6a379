// What clients see of a server, revision by revision, as JSON: the entries of its lists, its own description.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include <mcp/spec/revision_traits.hpp>

#include "server/server_model.hpp"

namespace mcpgen {

using mcp::spec::RevisionTraits;

/// The last row of the table.
[[nodiscard]] inline const RevisionTraits& newest_revision() { return mcp::spec::kRevisions.back(); }

/// A Tool object with exactly the members that `revision` knows.
[[nodiscard]] nlohmann::ordered_json tool_json(const model::Tool& tool, const model::Model& model,
                                               const RevisionTraits& revision);

/// What the manifest says of a tool: the newest Tool object, and whether it runs as a task.
[[nodiscard]] nlohmann::ordered_json manifest_json(const model::Tool& tool, const model::Model& model);

/// A Resource object, or a ResourceTemplate object of a template; the same.
[[nodiscard]] nlohmann::ordered_json resource_json(const model::Resource& resource, const RevisionTraits& revision);

/// A Prompt object; the same.
[[nodiscard]] nlohmann::ordered_json prompt_json(const model::Prompt& prompt, const RevisionTraits& revision);

/// An Implementation object.
[[nodiscard]] nlohmann::ordered_json server_info(const ServerModel& server, const RevisionTraits& revision);

/// A ServerCapabilities object, derived from what the server offers.
[[nodiscard]] nlohmann::ordered_json capabilities(const ServerModel& server, const RevisionTraits& revision);

/// Everything the server offers, sorted: the text of `--manifest`.
[[nodiscard]] std::string manifest_text(const ServerModel& server);

}  // namespace mcpgen
