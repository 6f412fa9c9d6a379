#include "validate/known_names.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <mcp/spec/nearest_name.hpp>

namespace mcpgen {

std::string known_names(const std::string& name, const std::vector<std::string>& names, const std::string& none) {
  if (names.empty()) return none;
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view nearest = mcp::spec::nearest_name(name, views);
  if (!nearest.empty()) return "; did you mean `" + std::string(nearest) + "`?";
  constexpr std::size_t kMost = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, names.size()); ++i) text += (i == 0 ? "`" : ", `") + names[i] + '`';
  return (names.size() == 1 ? "; there is " : "; there are ") + text + (names.size() > kMost ? " and more" : "");
}

}  // namespace mcpgen
