#include "diff/numbers.hpp"

#include <cmath>
#include <cstdint>

namespace mcpgen::diff {

bool less(const Json& a, const Json& b) {
  if (!a.is_number_integer() || !b.is_number_integer()) return a.get<double>() < b.get<double>();
  // nlohmann compares a signed with an unsigned integer as signed ones, which is wrong beyond 2^63.
  const bool a_negative = !a.is_number_unsigned() && a.get<std::int64_t>() < 0;
  const bool b_negative = !b.is_number_unsigned() && b.get<std::int64_t>() < 0;
  if (a_negative != b_negative) return a_negative;
  if (a_negative) return a.get<std::int64_t>() < b.get<std::int64_t>();
  return a.get<std::uint64_t>() < b.get<std::uint64_t>();
}

bool is_multiple(const Json& a, const Json& b) {
  const double divisor = b.get<double>();
  return divisor != 0 && std::fmod(a.get<double>(), divisor) == 0;
}

}  // namespace mcpgen::diff
