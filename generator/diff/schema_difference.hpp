// The difference of two JSON Schemas as a client meets it.
#pragma once

#include <string>

#include "diff/change.hpp"

namespace mcpgen::diff {

/// Who makes the values: clients fill inputs, so that taking less breaks them; servers fill outputs, so that sending
/// more does.
enum class Direction { Input, Output };

/// Adds what changed. `subject` stands in front of each text: "tool `x`". Throws std::runtime_error with a text for
/// people when one of the two is no schema.
void compare_schemas(const Json& before, const Json& after, Direction direction, const std::string& subject,
                     Changes& changes);

}  // namespace mcpgen::diff
