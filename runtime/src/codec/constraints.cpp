#include <mcp/codec/constraints.hpp>

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdlib>
#include <optional>
#include <string>

#include <mcp/codec/decoder.hpp>
#include <mcp/codec/pattern.hpp>
#include <mcp/spec/formats.hpp>
#include <mcp/spec/multiple.hpp>
#include <mcp/spec/text.hpp>

#include "codec/equality.hpp"
#include "codec/text.hpp"

namespace mcp::detail {

namespace {

using internal::compare;

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

/// Sign and magnitude of a bound or number that is a 64-bit integer.
struct Whole {
  bool negative;
  std::uint64_t size;
};

std::optional<Whole> whole(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? Whole{true, 0 - bits} : Whole{false, bits};
}
std::optional<Whole> whole(std::uint64_t value) { return Whole{false, value}; }
std::optional<Whole> whole(double value) {
  constexpr double kTwo64 = 18446744073709551616.0;
  const double size = std::fabs(value);
  if (size >= kTwo64 || std::trunc(size) != size) return std::nullopt;
  return Whole{value < 0, static_cast<std::uint64_t>(size)};
}

template <class F>
auto with_value(const Bound& bound, F&& use) {
  switch (bound.kind) {
    case Bound::Kind::Signed:
      return use(bound.i);
    case Bound::Kind::Unsigned:
      return use(bound.u);
    default:
      return use(bound.d);
  }
}

template <class T>
bool is_multiple(T value, const Bound& of) {
  if (of.kind == Bound::Kind::None) return true;
  const std::optional<Whole> a = whole(value);
  const std::optional<Whole> b = with_value(of, [](auto bound) { return whole(bound); });
  if (a && b) return b->size == 0 ? a->size == 0 : a->size % b->size == 0;
  const double divisor = with_value(of, [](auto bound) { return static_cast<double>(bound); });
  return spec::is_multiple(static_cast<double>(value), divisor);
}

template <class T>
bool fits(T value, const Constraints& constraints) {
  return within(value, constraints) && is_multiple(value, constraints.multiple_of);
}

bool refuse(std::string_view got, const Constraints& constraints, Decoder& decoder) {
  if (decoder.silent()) return decoder.fail({});
  return decoder.fail("expected " + internal::demanded(constraints.noun, constraints) + ", got " + std::string(got));
}

bool refuse(Value value, const Constraints& constraints, Decoder& decoder) {
  if (decoder.silent()) return decoder.expected({}, value);
  return decoder.expected(internal::demanded(constraints.noun, constraints), value);
}

bool check_size(std::size_t size, std::string_view unit, const Constraints& constraints, Decoder& decoder) {
  if (size >= constraints.min_size && size <= constraints.max_size) return true;
  return refuse(internal::counted(size, unit), constraints, decoder);
}

bool check_string(Value value, const Constraints& constraints, Decoder& decoder) {
  const std::string_view text = value.string();
  const bool sized = constraints.min_size != 0 || constraints.max_size != kNoLimit;
  if (sized && !check_size(spec::code_points(text), "character", constraints, decoder)) return false;
  bool good = true;
  if (constraints.pattern != nullptr) {
    const Match match = constraints.pattern->match(*constraints.pattern, text);
    if (match == Match::BrokenPattern) {
      return decoder.fail("cannot be checked: the server's pattern " + std::string(constraints.pattern->source) +
                          " is no regular expression of RE2");
    }
    good = match == Match::Yes;
  }
  good = good && spec::has_format(text, constraints.format);
  return good || refuse(value, constraints, decoder);
}

bool check_array(Value value, const Constraints& constraints, Decoder& decoder) {
  if (!check_size(value.size(), "element", constraints, decoder)) return false;
  if (!constraints.unique_items) return true;
  const auto found = internal::find_equal_elements(value);
  if (!found) return true;
  return refuse("equal ones at " + std::to_string(found->first) + " and " + std::to_string(found->second), constraints,
                decoder);
}

}  // namespace

bool meets(Value value, const Constraints& constraints, Decoder& decoder) {
  bool good = true;
  switch (value.kind()) {
    case JsonKind::Null:
      good = !constraints.refuse_null;
      break;
    case JsonKind::Integer:
      good = fits(value.integer(), constraints);
      break;
    case JsonKind::Unsigned:
      good = fits(value.unsigned_integer(), constraints);
      break;
    case JsonKind::Real:
      good = fits(value.real(), constraints);
      break;
    case JsonKind::BigNumber:  // only codecs of reals accept it, with its double as the value
      good = fits(std::strtod(std::string(value.number_text()).c_str(), nullptr), constraints);
      break;
    case JsonKind::String:
      return check_string(value, constraints, decoder);
    case JsonKind::Array:
      return check_array(value, constraints, decoder);
    default:
      break;
  }
  return good || refuse(value, constraints, decoder);
}

}  // namespace mcp::detail
