// What names of things that are added at run time must be.
#pragma once

#include <algorithm>
#include <string_view>

namespace mcp::offers {

inline constexpr std::size_t kLongestName = 128;

/// Whether every client takes it for the name of a tool; mcpgen has the same rule.
[[nodiscard]] inline bool is_tool_name(std::string_view name) {
  return !name.empty() && name.size() <= kLongestName && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '-';
  });
}

inline constexpr std::string_view kNotAToolName =
    "its name must have 1 to 128 letters, digits, `_`, `.` or `-`, and nothing else";

}  // namespace mcp::offers
