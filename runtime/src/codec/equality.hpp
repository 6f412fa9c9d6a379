// Equality of JSON values as JSON Schema defines it: 1 equals 1.0, and the order of an object's members does not
// matter.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <mcp/codec/value.hpp>

namespace mcp::internal {

/// Compares a 64-bit integer and a double exactly.
[[nodiscard]] std::partial_ordering compare(std::int64_t integer, double real) noexcept;
[[nodiscard]] std::partial_ordering compare(std::uint64_t integer, double real) noexcept;
[[nodiscard]] std::partial_ordering compare(std::int64_t a, std::uint64_t b) noexcept;

[[nodiscard]] bool equal(Value a, Value b);

/// The indices of two equal elements of `array`, a value of a document that Document::parse() read; nullopt if all
/// differ. Takes at most n log n comparisons for any elements. Checking all nested arrays of a value of size S, level
/// by level, takes time in proportion to S log² S.
[[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> find_equal_elements(Value array);

}  // namespace mcp::internal
