// What an annotation demands of a value beyond its type: the same numbers that stand in the schema.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include <mcp/codec/value.hpp>

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

inline constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

/// Demands on one member. Unset bounds are of kind None; sizes count code points of a string, elements of a list.
struct Constraints {
  std::string_view noun = "value";  // what is demanded, for messages: "integer", "number", "string", "array"
  Bound minimum{};
  Bound maximum{};
  Bound exclusive_minimum{};
  Bound exclusive_maximum{};
  std::size_t min_size = 0;
  std::size_t max_size = kNoLimit;
};

/// Checks a value of the right JSON type (a null passes: whether it may stand there is the codec's business). Reports
/// to `decoder` and returns false when a demand is not met.
[[nodiscard]] bool meets(Value value, const Constraints& constraints, Decoder& decoder);

}  // namespace mcp::detail
