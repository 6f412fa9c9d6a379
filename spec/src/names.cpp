#include <mcp/spec/names.hpp>

#include <algorithm>

#include <mcp/spec/text.hpp>

namespace mcp::spec {

bool is_tool_name(std::string_view name) noexcept {
  return !name.empty() && name.size() <= kLongestName &&
         std::ranges::all_of(name, [](char c) { return is_alphanumeric(c) || is_one_of(c, "_.-"); });
}

bool is_token(std::string_view text) noexcept {
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return is_alphanumeric(c) || is_one_of(c, kTokenMarks); });
}

}  // namespace mcp::spec
