#include <mcp/spec/nearest_name.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

#include <mcp/spec/names.hpp>
#include <mcp/spec/text.hpp>

namespace mcp::spec {

namespace {

/// The edit distance of two names: insertions, deletions and replacements of a byte, ignoring the case of letters.
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (to_lower(a[i - 1]) == to_lower(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest_name(std::string_view misspelt, std::span<const std::string_view> names) {
  // The cost is quadratic, and no tool has a longer name.
  if (misspelt.size() > kLongestName) return {};
  std::size_t fewest = std::max<std::size_t>(2, misspelt.size() / 3) + 1;
  std::string_view best;
  for (const std::string_view name : names) {
    const std::size_t edits = edits_between(misspelt, name);
    if (edits < fewest && edits < name.size()) {
      fewest = edits;
      best = name;
    }
  }
  return best;
}

}  // namespace mcp::spec
