// The constraints that an annotation puts on a value beyond its type. The schema has the same numbers.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include <mcp/codec/value.hpp>
#include <mcp/export.hpp>
#include <mcp/format.hpp>

namespace mcp {
class Decoder;
}

namespace mcp::detail {

/// A bound, exact for every 64-bit integer and every double.
struct Bound {
  enum class Kind : unsigned char { None, Signed, Unsigned, Real };

  constexpr Bound() = default;
  constexpr explicit Bound(std::int64_t value) : kind(Kind::Signed), i(value) {}
  constexpr explicit Bound(std::uint64_t value) : kind(Kind::Unsigned), u(value) {}
  constexpr explicit Bound(double value) : kind(Kind::Real), d(value) {}

  Kind kind = Kind::None;
  union {
    std::int64_t i = 0;
    std::uint64_t u;
    double d;
  };
};

struct Pattern;  // codec/pattern.hpp

inline constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

/// The constraints of one member. Unset bounds are of kind None. Sizes are in code points for a string, in elements for
/// a list.
struct Constraints {
  std::string_view noun = "value";  // the type, for messages: "integer", "number", "string", "array"
  Bound minimum{};
  Bound maximum{};
  Bound exclusive_minimum{};
  Bound exclusive_maximum{};
  std::size_t min_size = 0;
  std::size_t max_size = kNoLimit;
  Bound multiple_of{};               // positive; compared exactly for integers, else within 1e-9
  bool unique_items = false;         // of an array: no two elements are equal as JSON values
  bool refuse_null = false;          // even if the codec accepts it
  const Pattern* pattern = nullptr;  // of a string; null: none
  Format format = Format::None;      // of a string
};

/// Checks a value that the codec accepted. Null passes unless `refuse_null` is set. If a constraint is violated,
/// reports the first such one to `decoder` and returns false. The order is bounds, multiple_of for numbers; size,
/// pattern, format for strings; size, unique_items for lists.
[[nodiscard]] MCP_EXPORT bool meets(Value value, const Constraints& constraints, Decoder& decoder);

}  // namespace mcp::detail
