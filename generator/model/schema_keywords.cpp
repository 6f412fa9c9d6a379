#include "model/schema_keywords.hpp"

#include <cmath>
#include <cstdint>

namespace mcpgen {

bool is_count(const nlohmann::ordered_json& value) {
  if (value.is_number_float())
    return value.get<double>() >= 0 && std::trunc(value.get<double>()) == value.get<double>();
  return value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0);
}

}  // namespace mcpgen
