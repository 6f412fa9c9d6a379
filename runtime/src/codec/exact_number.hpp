// Numbers of JSON, compared and divided as what they say: no rounding between integers, doubles and long digits.
#pragma once

#include <compare>
#include <string>

#include <mcp/codec/value.hpp>

namespace mcp::internal {

[[nodiscard]] bool is_number(Value value) noexcept;

/// Whether a number has no fraction: 1, 1.0, 1e2, 1e400.
[[nodiscard]] bool is_integer(Value number);

[[nodiscard]] std::strong_ordering compare_numbers(Value a, Value b);

/// Whether `divisor` can be given to is_multiple(): above 0, and no more than a double holds.
[[nodiscard]] bool is_divisor(Value divisor);

/// Whether `number` is a whole multiple of `divisor`, in decimal: 0.3 is one of 0.1.
[[nodiscard]] bool is_multiple(Value number, Value divisor);

/// Equal for equal numbers, however they are written, and for no others.
[[nodiscard]] std::string number_key(Value number);

}  // namespace mcp::internal
