#include "codec/equality.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codec/exact_number.hpp"

namespace mcp::internal {

namespace {

/// The value of a number; infinite if it exceeds the largest double. Takes constant time.
double as_double(Value value) {
  switch (value.kind()) {
    case JsonKind::Integer:
      return static_cast<double>(value.integer());
    case JsonKind::Unsigned:
      return static_cast<double>(value.unsigned_integer());
    case JsonKind::Real:
      return value.real();
    default:
      break;
  }
  // The text is either all digits, or has an exponent that no double holds.
  constexpr std::size_t kLongestFinite = 310;  // digits of the largest double, and a sign
  const std::string_view text = value.number_text();
  if (text.size() <= kLongestFinite) return std::strtod(std::string(text).c_str(), nullptr);
  return text.starts_with('-') ? -HUGE_VAL : HUGE_VAL;
}

/// Compares two numbers. Neither may be NaN.
std::weak_ordering weakly(std::partial_ordering order) {
  return order < 0   ? std::weak_ordering::less
         : order > 0 ? std::weak_ordering::greater
                     : std::weak_ordering::equivalent;
}

std::weak_ordering order_of_numbers(Value a, Value b) {
  const auto is_integer = [](Value number) {
    return number.kind() == JsonKind::Integer || number.kind() == JsonKind::Unsigned;
  };
  if (!is_integer(a) && !is_integer(b)) return weakly(as_double(a) <=> as_double(b));
  if (!is_integer(a)) return 0 <=> order_of_numbers(b, a);
  const bool is_signed = a.kind() == JsonKind::Integer;
  if (!is_integer(b)) {
    const double real = as_double(b);
    return weakly(is_signed ? compare(a.integer(), real) : compare(a.unsigned_integer(), real));
  }
  if (a.kind() == b.kind()) {
    return is_signed ? a.integer() <=> b.integer() : a.unsigned_integer() <=> b.unsigned_integer();
  }
  return is_signed ? std::weak_ordering::less : std::weak_ordering::greater;  // an Unsigned is beyond every Integer
}

/// Orders JSON values by kind, then by value, so that exactly the equal values are equivalent. A comparison takes time
/// in proportion to the size of the smaller value, with a logarithmic factor.
class ValueOrder {
 public:
  /// `keeps`: all values belong to one document, so the sorted members of each object are kept for further comparisons.
  explicit ValueOrder(bool keeps) : keeps_(keeps) {}

  std::weak_ordering compare(Value a, Value b) {
    const int rank = rank_of(a);
    if (const auto order = rank <=> rank_of(b); order != 0) return order;
    switch (rank) {
      case kBoolean:
        return a.boolean() <=> b.boolean();
      case kNumber:
        return order_of_numbers(a, b);
      case kString:
        return a.string() <=> b.string();
      case kArray:
        return compare_arrays(a, b);
      case kObject:
        return compare_objects(a, b);
      default:
        return std::weak_ordering::equivalent;
    }
  }

 private:
  using Members = std::vector<std::pair<std::string_view, Value>>;
  enum Rank : int { kNull, kBoolean, kNumber, kString, kArray, kObject };

  static int rank_of(Value value) {
    switch (value.kind()) {
      case JsonKind::Null:
        return kNull;
      case JsonKind::Boolean:
        return kBoolean;
      case JsonKind::String:
        return kString;
      case JsonKind::Array:
        return kArray;
      case JsonKind::Object:
        return kObject;
      default:
        return kNumber;
    }
  }

  std::weak_ordering compare_arrays(Value a, Value b) {
    ArrayCursor left(a), right(b);
    Value x, y;
    while (left.next(x)) {
      if (!right.next(y)) return std::weak_ordering::greater;
      if (const auto order = compare(x, y); order != 0) return order;
    }
    return right.next(y) ? std::weak_ordering::less : std::weak_ordering::equivalent;
  }

  std::weak_ordering compare_objects(Value a, Value b) {
    // Members are sorted only if both objects have equally many, with names of the same total length. Then sorting
    // either takes time in proportion to the smaller object.
    if (const auto order = a.size() <=> b.size(); order != 0) return order;
    if (const auto order = length_of_names(a) <=> length_of_names(b); order != 0) return order;
    if (a.size() == 1) return compare_only_members(a, b);
    Members of_a, of_b;
    const Members& left = sorted_members(a, of_a);
    const Members& right = sorted_members(b, of_b);
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (const auto order = left[i].first <=> right[i].first; order != 0) return order;
      if (const auto order = compare(left[i].second, right[i].second); order != 0) return order;
    }
    return std::weak_ordering::equivalent;
  }

  std::weak_ordering compare_only_members(Value a, Value b) {
    std::string_view name_of_a, name_of_b;
    Value x, y;
    ObjectCursor(a).next(name_of_a, x);
    ObjectCursor(b).next(name_of_b, y);
    const auto order = name_of_a <=> name_of_b;
    return order != 0 ? order : compare(x, y);
  }

  static std::size_t length_of_names(Value object) {
    std::size_t length = 0;
    ObjectCursor cursor(object);
    std::string_view name;
    Value member;
    while (cursor.next(name, member)) length += name.size();
    return length;
  }

  /// The sorted members, stored in `own` or kept.
  const Members& sorted_members(Value object, Members& own) {
    Members* members = &own;
    if (keeps_) {
      const auto [entry, added] = kept_.try_emplace(object.position());
      members = &entry->second;
      if (!added) return *members;
    }
    members->reserve(object.size());
    ObjectCursor cursor(object);
    std::string_view name;
    Value member;
    while (cursor.next(name, member)) members->emplace_back(name, member);
    std::stable_sort(members->begin(), members->end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    return *members;
  }

  bool keeps_;
  // Keyed by position without hashing. Positions are places in one text, so n of them in one bucket would need a text
  // of at least n² values.
  std::unordered_map<std::size_t, Members> kept_;
};

/// A hash that is equal for equal values. Only `levels` levels below the value are hashed, because deeply nested values
/// would be hashed again for each array around them.
std::uint64_t hash_of(Value value, int levels) {
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
      if (levels == 0) return hash;
      ArrayCursor cursor(value);
      Value element;
      while (cursor.next(element)) hash = mixed(hash ^ hash_of(element, levels - 1));
      return hash;
    }
    case JsonKind::Object: {
      std::uint64_t hash = 5;
      if (levels == 0) return hash;
      ObjectCursor cursor(value);
      std::string_view name;
      Value member;
      while (cursor.next(name, member)) {
        hash += mixed(text(name) ^ mixed(hash_of(member, levels - 1)));  // independent of the order
      }
      return mixed(hash);
    }
    default:
      return mixed(std::bit_cast<std::uint64_t>(as_double(value) + 0.0));  // -0 becomes 0
  }
}

struct Element {
  std::uint64_t hash;
  std::size_t index;
  Value value;
};

/// Two equal values among `elements`, which all have the same hash.
std::optional<std::pair<std::size_t, std::size_t>> find_equal(std::span<const Element> elements, ValueOrder& order) {
  const auto less = [&order](const Element* a, const Element* b) { return order.compare(a->value, b->value) < 0; };
  std::set<const Element*, decltype(less)> smaller_first(less);
  for (const Element& element : elements) {
    const auto [same, added] = smaller_first.insert(&element);
    if (!added) return std::pair((*same)->index, element.index);
  }
  return std::nullopt;
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

bool equal(Value a, Value b) { return ValueOrder(false).compare(a, b) == 0; }

std::optional<std::pair<std::size_t, std::size_t>> find_equal_elements(Value array) {
  if (array.size() < 2) return std::nullopt;
  // Hashing separates most elements. If a client chose elements with equal hashes, sorting by the order of values keeps
  // the time bounded.
  constexpr int kHashedLevels = 2;
  std::vector<Element> elements;
  elements.reserve(array.size());
  ArrayCursor cursor(array);
  for (Value element; cursor.next(element);) {
    elements.push_back({hash_of(element, kHashedLevels), elements.size(), element});
  }
  std::sort(elements.begin(), elements.end(),
            [](const Element& a, const Element& b) { return std::pair(a.hash, a.index) < std::pair(b.hash, b.index); });
  ValueOrder order(true);
  for (auto first = elements.begin(); first != elements.end();) {
    const auto last = std::find_if(first, elements.end(), [first](const Element& e) { return e.hash != first->hash; });
    if (last - first > 1) {
      if (const auto found = find_equal({first, last}, order)) return found;
    }
    first = last;
  }
  return std::nullopt;
}

}  // namespace mcp::internal
