#include "codec/exact_number.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace mcp::internal {

namespace {

/// ± digits · 10^exponent. The digits have no zeros at either end; zero has none at all.
struct Decimal {
  bool negative = false;
  std::string digits;
  long long exponent = 0;
};

/// The Decimal of a number as JSON writes it.
Decimal parse_decimal(std::string_view text) {
  Decimal number;
  if (text.starts_with('-')) {
    number.negative = true;
    text.remove_prefix(1);
  }
  bool in_fraction = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.') {
      in_fraction = true;
    } else if (c == 'e' || c == 'E') {
      text.remove_prefix(i + 1);
      if (text.starts_with('+')) text.remove_prefix(1);
      long long exponent = 0;  // no document has an exponent that does not fit: the number would be infinite, or 0
      std::from_chars(text.data(), text.data() + text.size(), exponent);
      number.exponent += exponent;
      break;
    } else {
      if (c != '0' || !number.digits.empty()) number.digits += c;
      if (in_fraction) --number.exponent;
    }
  }
  while (number.digits.ends_with('0')) {
    number.digits.pop_back();
    ++number.exponent;
  }
  if (number.digits.empty()) return {};
  return number;
}

template <class Number>
Decimal printed(Number number) {
  std::array<char, 32> buffer;
  const std::to_chars_result end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return parse_decimal({buffer.data(), end.ptr});
}

constexpr double kTwoTo63 = 9223372036854775808.0;

Decimal to_decimal(double number) {
  // A double that is a 64-bit integer stands for that integer. Any other double stands for the shortest text that reads
  // back as it, which is most likely the text that was written.
  if (std::trunc(number) == number) {
    if (number >= -kTwoTo63 && number < kTwoTo63) return printed(static_cast<std::int64_t>(number));
    if (number >= kTwoTo63 && number < 2 * kTwoTo63) return printed(static_cast<std::uint64_t>(number));
  }
  return printed(number);
}

Decimal to_decimal(Value number) {
  switch (number.kind()) {
    case JsonKind::Integer:
      return printed(number.integer());
    case JsonKind::Unsigned:
      return printed(number.unsigned_integer());
    case JsonKind::Real:
      return to_decimal(number.real());
    default:
      return parse_decimal(number.number_text());
  }
}

std::strong_ordering compare(const Decimal& a, const Decimal& b) {
  const auto sign = [](const Decimal& number) { return number.digits.empty() ? 0 : number.negative ? -1 : 1; };
  if (sign(a) != sign(b)) return sign(a) <=> sign(b);
  // With equal signs, the position of the first digit decides, then the digits.
  const auto places = [](const Decimal& number) {
    return static_cast<long long>(number.digits.size()) + number.exponent;
  };
  const auto magnitude = places(a) != places(b) ? places(a) <=> places(b) : a.digits <=> b.digits;
  return a.negative ? 0 <=> magnitude : magnitude;
}

/// The digits as a number; 0 if they do not fit.
std::uint64_t significand(const Decimal& number) {
  std::uint64_t whole = 0;
  const char* const end = number.digits.data() + number.digits.size();
  const std::from_chars_result parsed = std::from_chars(number.digits.data(), end, whole);
  return parsed.ec == std::errc() && parsed.ptr == end ? whole : 0;
}

/// A divisor with more digits than 64 bits hold is rounded to a double, which has at most 17 digits.
Decimal to_divisor(Value number) {
  const Decimal exact = to_decimal(number);
  if (number.kind() != JsonKind::BigNumber || significand(exact) != 0) return exact;
  return to_decimal(std::strtod(std::string(number.number_text()).c_str(), nullptr));
}

/// (10 · a + digit) mod divisor, computed with 128 bits.
std::uint64_t append_digit(std::uint64_t a, unsigned digit, std::uint64_t divisor) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(a) * 10 + digit) % divisor);
}

}  // namespace

bool is_number(Value value) noexcept {
  switch (value.kind()) {
    case JsonKind::Integer:
    case JsonKind::Unsigned:
    case JsonKind::Real:
    case JsonKind::BigNumber:
      return true;
    default:
      return false;
  }
}

bool is_integer(Value number) {
  switch (number.kind()) {
    case JsonKind::Real:
      return std::trunc(number.real()) == number.real();
    case JsonKind::BigNumber:
      return to_decimal(number).exponent >= 0;
    default:
      return true;
  }
}

std::strong_ordering compare_numbers(Value a, Value b) {
  if (a.kind() == JsonKind::Integer && b.kind() == JsonKind::Integer) return a.integer() <=> b.integer();
  return compare(to_decimal(a), to_decimal(b));
}

bool is_divisor(Value divisor) {
  const Decimal number = to_divisor(divisor);
  return !number.negative && significand(number) != 0;
}

bool is_multiple(Value number, Value divisor) {
  if (number.kind() == JsonKind::Integer && divisor.kind() == JsonKind::Integer) {
    return number.integer() % divisor.integer() == 0;
  }
  const Decimal dividend = to_decimal(number);
  const Decimal by = to_divisor(divisor);
  if (dividend.digits.empty()) return true;
  // The digits of the dividend have no trailing zeros, so its factors of ten are all in the exponent.
  if (dividend.exponent < by.exponent) return false;
  const std::uint64_t modulus = significand(by);
  std::uint64_t rest = 0;
  for (const char digit : dividend.digits) rest = append_digit(rest, static_cast<unsigned>(digit - '0'), modulus);
  for (long long i = by.exponent; i < dividend.exponent && rest != 0; ++i) rest = append_digit(rest, 0, modulus);
  return rest == 0;
}

std::string number_key(Value number) {
  const Decimal decimal = to_decimal(number);
  return (decimal.negative ? "-" : "") + decimal.digits + 'e' + std::to_string(decimal.exponent);
}

}  // namespace mcp::internal
