#include <mcp/protocol/tool_table.hpp>

#include <algorithm>

#include <mcp/server.hpp>

#include "codec/nearest_name.hpp"

namespace mcp::protocol {

ToolTable::ToolTable(const Server& server) {
  const detail::ServerDescriptor& descriptor = server.descriptor();
  tools_.reserve(descriptor.tools.size());
  paces_ = std::make_unique<Pace[]>(descriptor.tools.size());
  for (const detail::ListedTool& listed : descriptor.tools) {
    const detail::Owner* const owner = listed.handler->owner;
    tools_.push_back(
        {listed.name, listed.handler, owner != nullptr ? server.object_of(*owner) : nullptr, &paces_[tools_.size()]});
  }
  std::sort(tools_.begin(), tools_.end(), [](const CallableTool& a, const CallableTool& b) { return a.name < b.name; });
}

const CallableTool* ToolTable::find(std::string_view name) const noexcept {
  const auto at =
      std::lower_bound(tools_.begin(), tools_.end(), name,
                       [](const CallableTool& tool, std::string_view wanted) { return tool.name < wanted; });
  return at != tools_.end() && at->name == name ? &*at : nullptr;
}

std::string_view ToolTable::nearest(std::string_view name) const {
  std::vector<std::string_view> names;
  names.reserve(tools_.size());
  for (const CallableTool& tool : tools_) names.push_back(tool.name);
  return codec_internal::nearest_name(name, names);
}

}  // namespace mcp::protocol
