#include "codec/equality.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/exact_number.hpp"

namespace mcp::codec_internal {

namespace {

double as_double(Value value) {
  switch (value.kind()) {
    case JsonKind::Integer:
      return static_cast<double>(value.integer());
    case JsonKind::Unsigned:
      return static_cast<double>(value.unsigned_integer());
    case JsonKind::Real:
      return value.real();
    default:
      return std::strtod(std::string(value.number_text()).c_str(), nullptr);
  }
}

bool equal_numbers(Value a, Value b) {
  const bool a_is_integer = a.kind() == JsonKind::Integer || a.kind() == JsonKind::Unsigned;
  const bool b_is_integer = b.kind() == JsonKind::Integer || b.kind() == JsonKind::Unsigned;
  if (!a_is_integer && !b_is_integer) return as_double(a) == as_double(b);
  if (!a_is_integer) return equal_numbers(b, a);
  if (b_is_integer) {  // an Unsigned is beyond every Integer
    if (a.kind() != b.kind()) return false;
    return a.kind() == JsonKind::Integer ? a.integer() == b.integer() : a.unsigned_integer() == b.unsigned_integer();
  }
  const double real = as_double(b);
  return (a.kind() == JsonKind::Integer ? compare(a.integer(), real) : compare(a.unsigned_integer(), real)) == 0;
}

std::vector<std::pair<std::string_view, Value>> sorted_members(Value object) {
  std::vector<std::pair<std::string_view, Value>> members;
  members.reserve(object.size());
  ObjectCursor cursor(object);
  std::string_view name;
  Value member;
  while (cursor.next(name, member)) members.emplace_back(name, member);
  std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return members;
}

/// Equal values have equal hashes.
std::uint64_t hash_of(Value value) {
  // The step of splitmix64.
  const auto mixed = [](std::uint64_t x) {
    x += 0x9E3779B97F4A7C15;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
  };
  const std::hash<std::string_view> text;
  switch (value.kind()) {
    case JsonKind::Null:
      return 1;
    case JsonKind::Boolean:
      return value.boolean() ? 2 : 3;
    case JsonKind::String:
      return mixed(text(value.string()));
    case JsonKind::Array: {
      std::uint64_t hash = 4;
      ArrayCursor cursor(value);
      Value element;
      while (cursor.next(element)) hash = mixed(hash ^ hash_of(element));
      return hash;
    }
    case JsonKind::Object: {
      std::uint64_t hash = 5;
      ObjectCursor cursor(value);
      std::string_view name;
      Value member;
      while (cursor.next(name, member)) hash += mixed(text(name) ^ mixed(hash_of(member)));  // in any order
      return mixed(hash);
    }
    default:
      return mixed(std::bit_cast<std::uint64_t>(as_double(value) + 0.0));  // -0 becomes 0
  }
}

}  // namespace

std::partial_ordering compare(std::int64_t integer, double real) noexcept {
  // Beyond 2^63 every double is farther out than any integer; within, its integral part is exact in 64 bits.
  if (real >= 9223372036854775808.0) return std::partial_ordering::less;
  if (real < -9223372036854775808.0) return std::partial_ordering::greater;
  const double whole = std::floor(real);
  const auto wide = static_cast<std::int64_t>(whole);
  if (integer != wide) return integer <=> wide;
  return whole < real ? std::partial_ordering::less : std::partial_ordering::equivalent;
}

std::partial_ordering compare(std::uint64_t integer, double real) noexcept {
  if (real >= 18446744073709551616.0) return std::partial_ordering::less;
  if (real < 0) return std::partial_ordering::greater;
  const double whole = std::floor(real);
  const auto wide = static_cast<std::uint64_t>(whole);
  if (integer != wide) return integer <=> wide;
  return whole < real ? std::partial_ordering::less : std::partial_ordering::equivalent;
}

std::partial_ordering compare(std::int64_t a, std::uint64_t b) noexcept {
  return a < 0 ? std::partial_ordering::less : std::partial_ordering(static_cast<std::uint64_t>(a) <=> b);
}

bool equal(Value a, Value b) {
  if (is_number(a) && is_number(b)) return equal_numbers(a, b);
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case JsonKind::Boolean:
      return a.boolean() == b.boolean();
    case JsonKind::String:
      return a.string() == b.string();
    case JsonKind::Array: {
      ArrayCursor left(a), right(b);
      Value x, y;
      while (left.next(x)) {
        if (!right.next(y) || !equal(x, y)) return false;
      }
      return !right.next(y);
    }
    case JsonKind::Object: {
      if (a.size() != b.size()) return false;
      const auto left = sorted_members(a), right = sorted_members(b);
      return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                        [](const auto& x, const auto& y) { return x.first == y.first && equal(x.second, y.second); });
    }
    default:
      return true;  // null
  }
}

std::optional<std::pair<std::size_t, std::size_t>> find_equal_elements(Value array) {
  struct Element {
    std::uint64_t hash;
    std::size_t index;
    Value value;
  };
  std::vector<Element> elements;
  elements.reserve(array.size());
  ArrayCursor cursor(array);
  for (Value element; cursor.next(element);) elements.push_back({hash_of(element), elements.size(), element});
  std::sort(elements.begin(), elements.end(),
            [](const Element& a, const Element& b) { return std::pair(a.hash, a.index) < std::pair(b.hash, b.index); });
  for (std::size_t i = 0; i < elements.size(); ++i) {
    for (std::size_t j = i + 1; j < elements.size() && elements[j].hash == elements[i].hash; ++j) {
      if (equal(elements[i].value, elements[j].value)) return std::pair(elements[i].index, elements[j].index);
    }
  }
  return std::nullopt;
}

}  // namespace mcp::codec_internal
