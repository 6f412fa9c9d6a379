// The difference of two JSON Schemas and its effect on clients.
#pragma once

#include <string>

#include "diff/change.hpp"

namespace mcpgen::diff {

/// The direction of the values. Clients make inputs, so accepting fewer values breaks them. Servers make outputs, so
/// sending more values breaks clients.
enum class Direction { Input, Output };

/// Appends the changes. `subject` begins each text: "tool `x`". Throws std::runtime_error with an error text for the
/// user if one of the two is not a schema.
void compare_schemas(const Json& before, const Json& after, Direction direction, const std::string& subject,
                     Changes& changes);

}  // namespace mcpgen::diff
