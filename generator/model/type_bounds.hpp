// The range of numbers that a C++ type implies.
#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "model/model.hpp"

namespace mcpgen {

/// Both ends of an integer type, as JSON numbers; unset for other types.
struct TypeBounds {
  std::optional<nlohmann::ordered_json> minimum;
  std::optional<nlohmann::ordered_json> maximum;
};

[[nodiscard]] TypeBounds bounds_of(const model::Type& type);

/// A JSON number, exact for 64-bit integers and doubles alike.
[[nodiscard]] long double number_value(const nlohmann::ordered_json& number);

/// a < b for JSON numbers, exact for 64-bit integers and doubles alike.
[[nodiscard]] bool number_less(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b);

}  // namespace mcpgen
