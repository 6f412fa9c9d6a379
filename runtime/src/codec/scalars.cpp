// Decoders of booleans, numbers and strings, and the parts of the decoders of arrays and maps that do not depend on the
// element type.
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

#include <mcp/codec/codec.hpp>
#include <mcp/codec/constraints.hpp>

#include "codec/exact_number.hpp"
#include "codec/text.hpp"

namespace mcp {

namespace {

using detail::Bound;
using detail::Constraints;

/// 2^63 and 2^64, the first doubles beyond the integers.
constexpr double kTwo63 = 9223372036854775808.0;
constexpr double kTwo64 = 18446744073709551616.0;

/// Reports with the tightest known bounds: those of the annotation, else those of the type. 64-bit bounds are stated
/// only if a number exceeded them; for a text such as "ten" they would not help.
bool wrong_integer(Value from, Bound minimum, Bound maximum, bool wide, Decoder& problems) {
  if (problems.silent()) return problems.expected({}, from);
  Constraints demands;
  if (problems.constraints != nullptr) demands = *problems.constraints;
  const auto open = [](const Bound& inclusive, const Bound& exclusive) {
    return inclusive.kind == Bound::Kind::None && exclusive.kind == Bound::Kind::None;
  };
  if (!wide || internal::is_number(from)) {
    if (open(demands.minimum, demands.exclusive_minimum)) demands.minimum = minimum;
    if (open(demands.maximum, demands.exclusive_maximum)) demands.maximum = maximum;
  }
  return problems.expected(internal::demanded("integer", demands), from);
}

/// The double nearest to a number's digits; nullopt on overflow.
std::optional<double> to_double(std::string_view digits) {
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

/// The value of a JSON number as a double; nullopt for other kinds and on overflow.
std::optional<double> as_double(Value from) {
  switch (from.kind()) {
    case JsonKind::Integer:
      return static_cast<double>(from.integer());
    case JsonKind::Unsigned:
      return static_cast<double>(from.unsigned_integer());
    case JsonKind::Real:
      return from.real();
    case JsonKind::BigNumber:
      return to_double(from.number_text());
    default:
      return std::nullopt;
  }
}

template <class T>
bool decode_finite(Value from, T& to, Decoder& problems) {
  const std::optional<double> value = as_double(from);
  // The value is rounded to float first: the shortest text of the largest float, 3.4028235e+38, read as a double is
  // larger than that float.
  if (!value || !std::isfinite(static_cast<T>(*value))) {
    if (problems.silent()) return problems.expected({}, from);
    Constraints demands;
    if (problems.constraints != nullptr) demands = *problems.constraints;
    std::string what = internal::demanded("number", demands);
    if (internal::is_number(from))
      what += sizeof(T) == sizeof(float) ? " that a float can hold" : " that a double can hold";
    return problems.expected(what, from);
  }
  to = static_cast<T>(*value);
  return true;
}

}  // namespace

namespace detail {

bool decode_signed(Value from, std::int64_t& to, std::int64_t minimum, std::int64_t maximum, Decoder& problems) {
  switch (from.kind()) {
    case JsonKind::Integer:
      to = from.integer();
      if (to >= minimum && to <= maximum) return true;
      break;
    case JsonKind::Real:
      if (const double real = from.real(); real >= -kTwo63 && real < kTwo63 && std::trunc(real) == real) {
        to = static_cast<std::int64_t>(real);
        if (to >= minimum && to <= maximum) return true;
      }
      break;
    default:
      break;
  }
  const bool wide = maximum == std::numeric_limits<std::int64_t>::max();
  return wrong_integer(from, Bound(minimum), Bound(maximum), wide, problems);
}

bool decode_unsigned(Value from, std::uint64_t& to, std::uint64_t maximum, Decoder& problems) {
  switch (from.kind()) {
    case JsonKind::Integer:
      if (from.integer() < 0) break;
      to = static_cast<std::uint64_t>(from.integer());
      if (to <= maximum) return true;
      break;
    case JsonKind::Unsigned:
      to = from.unsigned_integer();
      if (to <= maximum) return true;
      break;
    case JsonKind::Real:
      if (const double real = from.real(); real >= 0 && real < kTwo64 && std::trunc(real) == real) {
        to = static_cast<std::uint64_t>(real);
        if (to <= maximum) return true;
      }
      break;
    default:
      break;
  }
  const bool wide = maximum == std::numeric_limits<std::uint64_t>::max();
  return wrong_integer(from, Bound(std::uint64_t{0}), Bound(maximum), wide, problems);
}

bool decode_real(Value from, double& to, Decoder& problems) { return decode_finite(from, to, problems); }
bool decode_real(Value from, float& to, Decoder& problems) { return decode_finite(from, to, problems); }

bool expect_array(Value from, std::size_t exactly, Decoder& problems) {
  const Constraints* constraints = problems.constraints;
  problems.constraints = nullptr;  // they constrain the array, not its elements
  if (from.kind() == JsonKind::Array && (exactly == kNoLimit || from.size() == exactly)) return true;
  if (problems.silent()) return problems.expected({}, from);
  Constraints demands;
  if (constraints != nullptr) demands = *constraints;
  if (exactly != kNoLimit) demands.min_size = demands.max_size = exactly;
  std::string what = internal::demanded("array", demands);
  if (from.kind() != JsonKind::Array) return problems.expected(what, from);
  return problems.fail("expected " + what + ", got " + internal::counted(from.size(), "element"));
}

bool expect_object(Value from, Decoder& problems) {
  problems.constraints = nullptr;
  return from.kind() == JsonKind::Object || problems.expected("object", from);
}

bool report_duplicate(std::string_view, Decoder& problems) { return problems.fail("sent twice; send it once"); }

void encode_key(std::string_view name, bool first, Writer& to) {
  if (!first) to.raw(',');
  to.string(name);
  to.raw(':');
}

}  // namespace detail

bool codec<bool>::decode(Value from, bool& to, Decoder& problems) {
  if (from.kind() != JsonKind::Boolean) return problems.expected("boolean", from);
  to = from.boolean();
  return true;
}

bool codec<char>::decode(Value from, char& to, Decoder& problems) {
  if (from.kind() != JsonKind::String || from.string().size() != 1) {  // other characters have two bytes or more
    return problems.expected("string of 1 ASCII character", from);
  }
  to = from.string()[0];
  return true;
}

void codec<char>::encode(char from, Writer& to) {
  if (static_cast<unsigned char>(from) > 0x7F) return to.fail("is not an ASCII character");
  to.string({&from, 1});
}

bool codec<std::string>::decode(Value from, std::string& to, Decoder& problems) {
  if (from.kind() != JsonKind::String) {
    if (problems.silent()) return problems.expected({}, from);
    Constraints demands;
    if (problems.constraints != nullptr) demands = *problems.constraints;
    return problems.expected(internal::demanded("string", demands), from);
  }
  to = from.string();
  return true;
}

template struct codec<std::vector<std::string>>;
template struct codec<std::vector<double>>;
template struct codec<std::vector<int>>;
template struct codec<std::vector<std::int64_t>>;
template struct codec<std::vector<bool>>;
template struct codec<std::optional<std::string>>;
template struct codec<std::optional<double>>;
template struct codec<std::optional<int>>;
template struct codec<std::optional<std::int64_t>>;
template struct codec<std::optional<bool>>;
template struct codec<std::map<std::string, std::string>>;

}  // namespace mcp
