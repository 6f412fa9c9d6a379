// Parses texts whose numbers simdjson refuses, to a tape of the same format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::internal {

inline constexpr std::string_view kTooDeep = "nested deeper than 1024 levels";

struct ExactTape {
  std::vector<std::uint64_t> words;
  std::string strings;
};

/// Parses `text` to `to`. Keeps the digits of all numbers, or only of those that neither 64 bits nor a double hold.
/// Returns an empty view, or a static error text.
[[nodiscard]] std::string_view parse_exactly(std::string_view text, bool keep_all_digits, ExactTape& to);

}  // namespace mcp::internal
