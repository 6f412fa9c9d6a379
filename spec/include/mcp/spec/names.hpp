// What names of tools, prompts and mirrored headers must be.
#pragma once

#include <cstddef>
#include <string_view>

namespace mcp::spec {

/// Bytes of the name of a tool or a prompt.
inline constexpr std::size_t kLongestName = 128;

/// Whether every client takes `name` for the name of a tool (2026-07-28, server/tools, "Tool Names").
[[nodiscard]] bool is_tool_name(std::string_view name) noexcept;
/// What is_tool_name() demands, for behind "must".
inline constexpr std::string_view kToolNameRule = "have 1 to 128 letters, digits, `_`, `.` or `-`, and nothing else";

/// Whether `name` may name a prompt.
[[nodiscard]] constexpr bool is_prompt_name(std::string_view name) noexcept {
  return !name.empty() && name.size() <= kLongestName;
}
/// What is_prompt_name() demands, for behind "must".
inline constexpr std::string_view kPromptNameRule = "have 1 to 128 bytes";

/// What tokens may hold beside letters and digits (RFC 9110, 5.6.2).
inline constexpr std::string_view kTokenMarks = "!#$%&'*+-.^_`|~";
/// Whether `text` can be a part of an HTTP header's name: a token.
[[nodiscard]] bool is_token(std::string_view text) noexcept;

}  // namespace mcp::spec
