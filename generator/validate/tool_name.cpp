#include "validate/tool_name.hpp"

#include <string>

#include <mcp/spec/names.hpp>

namespace mcpgen {

void add_prefix(model::Model& unit, const std::string& prefix, Sink& sink) {
  if (prefix.empty()) return;
  for (model::Tool& tool : unit.tools) {
    tool.name.insert(0, prefix);
    if (mcp::spec::is_tool_name(tool.name)) continue;
    sink.error("bad-tool-name", tool.at,
               "the tool name `" + tool.name + "` must " + std::string(mcp::spec::kToolNameRule),
               {unplaced_note("`" + prefix + "` is the PREFIX of mcp_add_tools(); choose another one")});
  }
}

}  // namespace mcpgen
