#include "validate/tool_name.hpp"

#include <algorithm>
#include <cctype>

namespace mcpgen {

bool is_tool_name(const std::string& name) {
  constexpr std::size_t kLongest = 128;
  return !name.empty() && name.size() <= kLongest && std::ranges::all_of(name, [](unsigned char c) {
    return (c < 0x80 && std::isalnum(c) != 0) || c == '_' || c == '.' || c == '-';
  });
}

void add_prefix(model::Model& unit, const std::string& prefix, Sink& sink) {
  if (prefix.empty()) return;
  for (model::Tool& tool : unit.tools) {
    tool.name.insert(0, prefix);
    if (is_tool_name(tool.name)) continue;
    sink.error(
        "bad-tool-name", tool.at,
        "the tool name `" + tool.name + "` must have 1 to 128 letters, digits, `_`, `.` or `-`, and nothing else",
        {unplaced_note("`" + prefix + "` is the PREFIX of mcp_add_tools(); choose another one")});
  }
}

}  // namespace mcpgen
