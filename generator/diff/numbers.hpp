// The order of JSON numbers, exact for integers.
#pragma once

#include "diff/change.hpp"

namespace mcpgen::diff {

/// Whether a < b. Both must be numbers.
[[nodiscard]] bool less(const Json& a, const Json& b);

/// Whether `a` is an integer multiple of `b`. Both must be numbers.
[[nodiscard]] bool is_multiple(const Json& a, const Json& b);

}  // namespace mcpgen::diff
