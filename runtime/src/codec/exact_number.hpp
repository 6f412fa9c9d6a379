// Exact comparison and division of JSON numbers, without rounding between integers, doubles and long digit sequences.
#pragma once

#include <compare>
#include <string>

#include <mcp/codec/value.hpp>

namespace mcp::internal {

[[nodiscard]] bool is_number(Value value) noexcept;

/// Whether a number is whole: 1, 1.0, 1e2, 1e400.
[[nodiscard]] bool is_integer(Value number);

[[nodiscard]] std::strong_ordering compare_numbers(Value a, Value b);

/// Whether `divisor` is valid for is_multiple(): above 0, and not larger than a double can hold.
[[nodiscard]] bool is_divisor(Value divisor);

/// Whether `number` is an integer multiple of `divisor`, computed in decimal: 0.3 is a multiple of 0.1.
[[nodiscard]] bool is_multiple(Value number, Value divisor);

/// A text that is equal for equal numbers, however they are written, and different for different ones.
[[nodiscard]] std::string number_key(Value number);

}  // namespace mcp::internal
