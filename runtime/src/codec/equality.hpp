// JSON values compared as JSON Schema compares them: 1 is 1.0, the order of an object's members is nothing.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <mcp/codec/value.hpp>

namespace mcp::internal {

/// Exact between an integer of 64 bits and a double.
[[nodiscard]] std::partial_ordering compare(std::int64_t integer, double real) noexcept;
[[nodiscard]] std::partial_ordering compare(std::uint64_t integer, double real) noexcept;
[[nodiscard]] std::partial_ordering compare(std::int64_t a, std::uint64_t b) noexcept;

[[nodiscard]] bool equal(Value a, Value b);

/// The indices of two elements of `array`, of a document that Document::parse() read, that are equal; nothing if all
/// differ. Takes n log n comparisons, whatever the elements are. Where the arrays within them are looked through as
/// well, level by level, all of it together takes a time in proportion to S log² S for a value of size S.
[[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> find_equal_elements(Value array);

}  // namespace mcp::internal
