// The options of MCP_TOOL and MCP_EXPOSE.
#pragma once

#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"
#include "model/model.hpp"

namespace mcpgen {

/// Name, texts, hints, icons, _meta, scopes and the timeout. Warns of hints that contradict each other.
void read_tool_options(const declared::Function& function, model::Tool& tool, Sink& sink);

/// `.input_schema` and `.output_schema`, for a function that takes or returns mcp::json. The parameters and the result
/// must be in `tool` already.
void read_raw_schemas(const declared::Function& function, model::Tool& tool, Sink& sink);

/// `.icons`; `what` names their owner in messages.
[[nodiscard]] std::vector<model::Icon> read_icons(const declared::Annotation& annotation, std::string_view what,
                                                  Sink& sink);

}  // namespace mcpgen
