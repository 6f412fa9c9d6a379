// Help for names that do not exist.
#pragma once

#include <string>
#include <vector>

namespace mcpgen {

/// "; did you mean `readme`?" where one of `names` is much like `name`, else "; there are `a`, `b`", or `none`.
[[nodiscard]] std::string known_names(const std::string& name, const std::vector<std::string>& names,
                                      const std::string& none);

}  // namespace mcpgen
