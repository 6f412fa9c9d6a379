// Parses what simdjson refuses for its numbers, onto a tape of the same form.
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

/// Parses `text` onto `to`, keeping the digits of the numbers that need it, or of all. Returns an empty view, or what
/// is wrong with the text.
[[nodiscard]] std::string_view parse_exactly(std::string_view text, bool keep_all_digits, ExactTape& to);

}  // namespace mcp::internal
