// Validates examples against the type of their parameter or member.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "model/model.hpp"

namespace mcpgen {

/// Why `value` is not a valid `type` ("it must be a string"); empty if it is. Formats are not checked.
[[nodiscard]] std::string why_not(const nlohmann::ordered_json& value, const model::Type& type,
                                  const model::Model& model);

}  // namespace mcpgen
