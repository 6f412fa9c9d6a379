#include "model/nearest_name.hpp"

#include <algorithm>
#include <cstddef>

namespace mcpgen {

namespace {

/// How many letters to insert, drop or replace.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string known_names(const std::string& name, const std::vector<std::string>& names, const std::string& none) {
  if (names.empty()) return none;
  const auto nearest =
      std::ranges::min_element(names, {}, [&](const std::string& each) { return distance(name, each); });
  if (distance(name, *nearest) <= std::max<std::size_t>(1, name.size() / 3))
    return "; did you mean `" + *nearest + "`?";
  constexpr std::size_t kMost = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, names.size()); ++i) text += (i == 0 ? "`" : ", `") + names[i] + '`';
  return (names.size() == 1 ? "; there is " : "; there are ") + text + (names.size() > kMost ? " and more" : "");
}

}  // namespace mcpgen
