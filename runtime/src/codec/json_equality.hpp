// When two JSON values are equal: numbers by value (1 is 1.0), objects whatever the order of their members.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include <mcp/codec/value.hpp>

namespace mcp::codec_internal {

/// Costs no more than the smaller of the two values allows; meant for a value of the schema against one from outside.
[[nodiscard]] bool equal(Value a, Value b);

/// The indices of two elements of `array` that are equal, if there are any. n log n in the size of the array's text.
[[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> find_equal_elements(Value array);

}  // namespace mcp::codec_internal
