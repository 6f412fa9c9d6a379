#include "codec/json_equality.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "codec/exact_number.hpp"

namespace mcp::codec_internal {

namespace {

bool equal_arrays(Value a, Value b) {
  if (a.size() != b.size()) return false;
  ArrayCursor left(a);
  ArrayCursor right(b);
  Value x;
  Value y;
  while (left.next(x) && right.next(y)) {
    if (!equal(x, y)) return false;
  }
  return true;
}

bool has_equal_member(Value object, std::string_view name, Value member) {
  ObjectCursor cursor(object);
  std::string_view candidate;
  Value value;
  while (cursor.next(candidate, value)) {
    if (candidate == name) return equal(value, member);
  }
  return false;
}

bool equal_objects(Value a, Value b) {
  if (a.size() != b.size()) return false;
  ObjectCursor cursor(a);
  std::string_view name;
  Value member;
  while (cursor.next(name, member)) {
    if (!has_equal_member(b, name, member)) return false;
  }
  return true;
}

/// The size first, so that no text can be taken for the end of another.
void append_text(std::string_view text, std::string& to) {
  to += std::to_string(text.size());
  to += ':';
  to += text;
}

/// Appends a text that is the same for equal values and for no others.
void append_key(Value value, std::string& to) {
  switch (value.kind()) {
    case JsonKind::Null:
      to += 'n';
      break;
    case JsonKind::Boolean:
      to += value.boolean() ? 't' : 'f';
      break;
    case JsonKind::String:
      to += '"';
      append_text(value.string(), to);
      break;
    case JsonKind::Array: {
      to += '[';
      ArrayCursor cursor(value);
      Value element;
      while (cursor.next(element)) append_key(element, to);
      to += ']';
      break;
    }
    case JsonKind::Object: {
      std::vector<std::pair<std::string_view, Value>> members;
      ObjectCursor cursor(value);
      std::string_view name;
      Value member;
      while (cursor.next(name, member)) members.emplace_back(name, member);
      std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      to += '{';
      for (const auto& [sorted, held] : members) {
        append_text(sorted, to);
        append_key(held, to);
      }
      to += '}';
      break;
    }
    default:
      to += '#';
      append_text(number_key(value), to);
      break;
  }
}

}  // namespace

bool equal(Value a, Value b) {
  if (is_number(a)) return is_number(b) && compare_numbers(a, b) == 0;
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case JsonKind::Boolean:
      return a.boolean() == b.boolean();
    case JsonKind::String:
      return a.string() == b.string();
    case JsonKind::Array:
      return equal_arrays(a, b);
    case JsonKind::Object:
      return equal_objects(a, b);
    default:
      return true;
  }
}

std::optional<std::pair<std::size_t, std::size_t>> find_equal_elements(Value array) {
  if (array.size() < 2) return std::nullopt;
  std::vector<std::pair<std::string, std::size_t>> keys;
  keys.reserve(array.size());
  ArrayCursor cursor(array);
  Value element;
  for (std::size_t i = 0; cursor.next(element); ++i) append_key(element, keys.emplace_back(std::string(), i).first);
  std::sort(keys.begin(), keys.end());
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  const auto found = std::adjacent_find(keys.begin(), keys.end(), same);
  if (found == keys.end()) return std::nullopt;
  return std::pair(found->second, std::next(found)->second);
}

}  // namespace mcp::codec_internal
