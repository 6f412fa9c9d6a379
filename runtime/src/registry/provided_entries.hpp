// Entries of a list that functions give: as they are written, and one by one.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace mcp::detail {

/// Stands between two entries. No JSON that a Writer makes has a newline inside, so that this is where to cut.
inline constexpr std::string_view kBetweenEntries = ",\n";

/// The entries in `written`, which kBetweenEntries separates; they point into it. An empty text has none.
[[nodiscard]] inline std::vector<std::string_view> provided_entries(std::string_view written) {
  std::vector<std::string_view> entries;
  while (!written.empty()) {
    entries.push_back(written.substr(0, written.find(kBetweenEntries)));
    written.remove_prefix(std::min(entries.back().size() + kBetweenEntries.size(), written.size()));
  }
  return entries;
}

}  // namespace mcp::detail
