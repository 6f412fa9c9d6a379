// x-mcp-header: arguments that clients repeat as HTTP headers, by the rules of revision 2026-07-28
// (specification, basic/transports, "Custom Headers").
#pragma once

#include <optional>
#include <string>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"
#include "model/model.hpp"

namespace mcpgen {

/// Sets `to.header` from the option `.header`, if it is valid for `to.type`.
void read_header(const std::optional<declared::Annotation>& annotation, const std::string& what, model::Member& to,
                 Sink& sink);

/// Limits a 64-bit integer that is a header to the range that every client's numbers hold.
void bound_header(model::Member& member);

/// Reports headers of a tool's arguments that have the same name, or that are not reachable through `properties` only.
void check_headers(const model::Tool& tool, const model::Model& model, const std::vector<Location>& places, Sink& sink);

/// Checks x-mcp-header in `schema`, a good one that option `.input_schema` of `tool` holds, by the same rules. Integers
/// get the bounds that bound_header() gives.
void check_raw_headers(const declared::Option& option, nlohmann::ordered_json& schema, const model::Tool& tool,
                       Sink& sink);

/// Reports x-mcp-header in `schema`, a good one that option `.output_schema` of `tool` holds.
void refuse_raw_headers(const declared::Option& option, const nlohmann::ordered_json& schema, const model::Tool& tool,
                        Sink& sink);

}  // namespace mcpgen
