#include <mcp/codec/constraints.hpp>

#include <cmath>
#include <compare>

#include <mcp/codec/decoder.hpp>

#include "codec/text.hpp"

namespace mcp::detail {

namespace {

std::partial_ordering compare(std::int64_t integer, double real) {
  // Beyond 2^63 every double is farther out than any integer; within, its integral part is exact in 64 bits.
  if (real >= 9223372036854775808.0) return std::partial_ordering::less;
  if (real < -9223372036854775808.0) return std::partial_ordering::greater;
  const double whole = std::floor(real);
  const auto wide = static_cast<std::int64_t>(whole);
  if (integer != wide) return integer <=> wide;
  return whole < real ? std::partial_ordering::less : std::partial_ordering::equivalent;
}

std::partial_ordering compare(std::uint64_t integer, double real) {
  if (real >= 18446744073709551616.0) return std::partial_ordering::less;
  if (real < 0) return std::partial_ordering::greater;
  const double whole = std::floor(real);
  const auto wide = static_cast<std::uint64_t>(whole);
  if (integer != wide) return integer <=> wide;
  return whole < real ? std::partial_ordering::less : std::partial_ordering::equivalent;
}

std::partial_ordering compare(std::int64_t a, std::uint64_t b) {
  return a < 0 ? std::partial_ordering::less : std::partial_ordering(static_cast<std::uint64_t>(a) <=> b);
}

std::partial_ordering reversed(std::partial_ordering order) { return 0 <=> order; }

/// value <=> bound, exact.
std::partial_ordering compare(std::int64_t value, const Bound& bound) {
  switch (bound.kind) {
    case Bound::Kind::Signed:
      return value <=> bound.i;
    case Bound::Kind::Unsigned:
      return compare(value, bound.u);
    default:
      return compare(value, bound.d);
  }
}

std::partial_ordering compare(std::uint64_t value, const Bound& bound) {
  switch (bound.kind) {
    case Bound::Kind::Signed:
      return reversed(compare(bound.i, value));
    case Bound::Kind::Unsigned:
      return value <=> bound.u;
    default:
      return compare(value, bound.d);
  }
}

std::partial_ordering compare(double value, const Bound& bound) {
  switch (bound.kind) {
    case Bound::Kind::Signed:
      return reversed(compare(bound.i, value));
    case Bound::Kind::Unsigned:
      return reversed(compare(bound.u, value));
    default:
      return value <=> bound.d;
  }
}

template <class T>
bool within(T value, const Constraints& constraints) {
  using Kind = Bound::Kind;
  return (constraints.minimum.kind == Kind::None || compare(value, constraints.minimum) >= 0) &&
         (constraints.maximum.kind == Kind::None || compare(value, constraints.maximum) <= 0) &&
         (constraints.exclusive_minimum.kind == Kind::None || compare(value, constraints.exclusive_minimum) > 0) &&
         (constraints.exclusive_maximum.kind == Kind::None || compare(value, constraints.exclusive_maximum) < 0);
}

bool check_size(std::size_t size, std::string_view unit, const Constraints& constraints, Decoder& decoder) {
  if (size >= constraints.min_size && size <= constraints.max_size) return true;
  return decoder.fail("expected " + codec_internal::demanded(constraints.noun, constraints) + ", got " +
                      codec_internal::counted(size, unit));
}

}  // namespace

bool meets(Value value, const Constraints& constraints, Decoder& decoder) {
  bool good = true;
  switch (value.kind()) {
    case JsonKind::Integer:
      good = within(value.integer(), constraints);
      break;
    case JsonKind::Unsigned:
      good = within(value.unsigned_integer(), constraints);
      break;
    case JsonKind::Real:
      good = within(value.real(), constraints);
      break;
    case JsonKind::BigNumber:  // accepted by a codec of reals only: its double is the value
      good = within(std::strtod(std::string(value.number_text()).c_str(), nullptr), constraints);
      break;
    case JsonKind::String:
      return check_size(codec_internal::code_points(value.string()), "character", constraints, decoder);
    case JsonKind::Array:
      return check_size(value.size(), "element", constraints, decoder);
    default:
      break;
  }
  return good || decoder.expected(codec_internal::demanded(constraints.noun, constraints), value);
}

}  // namespace mcp::detail
