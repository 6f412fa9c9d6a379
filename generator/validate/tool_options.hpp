// The options of MCP_TOOL and MCP_EXPOSE.
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"
#include "model/model.hpp"

namespace mcpgen {

/// Name, texts, hints, icons, _meta, scopes, tasks, the timeout and the executor. Warns of hints that contradict each
/// other.
void read_tool_options(const declared::Function& function, model::Tool& tool, Sink& sink);

/// `.input_schema` and `.output_schema`, for a function that takes or returns mcp::json. The parameters and the result
/// must be in `tool` already.
void read_raw_schemas(const declared::Function& function, model::Tool& tool, Sink& sink);

}  // namespace mcpgen
