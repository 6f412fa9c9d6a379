// Letters and white space as HTTP has them: ASCII, whatever the locale.
#pragma once

#include <string_view>

#include <mcp/spec/text.hpp>

namespace mcp::protocol::http {

using spec::equal_ignoring_case;
using spec::is_digit;
using spec::to_lower;

/// Without the spaces and tabs around it.
[[nodiscard]] constexpr std::string_view trim(std::string_view text) noexcept {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace mcp::protocol::http
