// Do the values that a user wrote as examples fit what they are examples of?
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "model/model.hpp"

namespace mcpgen {

/// Why `type` does not take `value` ("it must be a string"); empty: it does. Formats are not looked into.
[[nodiscard]] std::string why_not(const nlohmann::ordered_json& value, const model::Type& type,
                                  const model::Model& model);

}  // namespace mcpgen
