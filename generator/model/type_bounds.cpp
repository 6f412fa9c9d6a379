#include "model/type_bounds.hpp"

#include <cstdint>
#include <limits>

namespace mcpgen {

/// The long double of x86 has a 64-bit mantissa, so it is exact for every 64-bit integer and every double.
static_assert(std::numeric_limits<long double>::digits >= 64, "number_value() needs a long double of 64 bits");

long double number_value(const nlohmann::ordered_json& number) {
  if (number.is_number_unsigned()) return static_cast<long double>(number.get<std::uint64_t>());
  if (number.is_number_integer()) return static_cast<long double>(number.get<std::int64_t>());
  return static_cast<long double>(number.get<double>());
}

TypeBounds bounds_of(const model::Type& type) {
  if (type.kind != model::TypeKind::Integer) return {};
  if (!type.is_signed) return {std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max() >> (64 - type.bits)};
  const std::int64_t maximum = std::numeric_limits<std::int64_t>::max() >> (64 - type.bits);
  return {-maximum - 1, maximum};
}

bool number_less(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b) {
  return number_value(a) < number_value(b);
}

}  // namespace mcpgen
