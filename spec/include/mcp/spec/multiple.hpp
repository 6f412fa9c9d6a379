// multipleOf of JSON Schema, for numbers that are not exact.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>

namespace mcp::spec {

/// Whether `value` is a multiple of `of`, which is above 0: exact where `of` is whole, else within a billionth, as 0.3
/// / 0.1 is not quite 3.
template <std::floating_point F>
[[nodiscard]] bool is_multiple(F value, F of) {
  if (std::trunc(of) == of) return std::fmod(value, of) == 0;
  constexpr F kNear = static_cast<F>(1e-9L);
  const F quotient = value / of;
  if (std::isinf(quotient)) return true;  // far beyond where neighbouring multiples can be told apart
  return std::fabs(quotient - std::round(quotient)) <= kNear * std::max(F{1}, std::fabs(quotient));
}

}  // namespace mcp::spec
