#include <mcp/codec/value.hpp>

#include "codec/tape.hpp"

namespace mcp {

using codec_internal::exact;
using codec_internal::is_exact;
using codec_internal::kExact;
using codec_internal::tape;
using simdjson::internal::tape_type;

JsonKind Value::kind() const noexcept {
  if (is_exact(position_)) return exact(document_, position_).kind;
  switch (tape(document_, position_).tape_ref_type()) {
    case tape_type::START_OBJECT:
      return JsonKind::Object;
    case tape_type::START_ARRAY:
      return JsonKind::Array;
    case tape_type::STRING:
      return JsonKind::String;
    case tape_type::INT64:
      return JsonKind::Integer;
    case tape_type::UINT64:
      return JsonKind::Unsigned;
    case tape_type::DOUBLE:
      return JsonKind::Real;
    case tape_type::TRUE_VALUE:
    case tape_type::FALSE_VALUE:
      return JsonKind::Boolean;
    default:
      return JsonKind::Null;
  }
}

bool Value::boolean() const noexcept {
  if (is_exact(position_)) return exact(document_, position_).boolean;
  return tape(document_, position_).tape_ref_type() == tape_type::TRUE_VALUE;
}

std::int64_t Value::integer() const noexcept {
  if (is_exact(position_)) return exact(document_, position_).integer;
  return tape(document_, position_).next_tape_value<std::int64_t>();
}

std::uint64_t Value::unsigned_integer() const noexcept {
  if (is_exact(position_)) return exact(document_, position_).unsigned_integer;
  return tape(document_, position_).next_tape_value<std::uint64_t>();
}

double Value::real() const noexcept {
  if (is_exact(position_)) return exact(document_, position_).real;
  return tape(document_, position_).next_tape_value<double>();
}

std::string_view Value::string() const noexcept {
  if (is_exact(position_)) return exact(document_, position_).text;
  return tape(document_, position_).get_string_view();
}

std::string_view Value::number_text() const noexcept { return exact(document_, position_).text; }

std::size_t Value::size() const noexcept {
  if (is_exact(position_)) return exact(document_, position_).count;
  // The tape's own count saturates at 2^24 - 1; beyond that, count.
  const auto ref = tape(document_, position_);
  constexpr std::size_t kSaturated = 0xFFFFFF;
  if (const std::size_t count = ref.scope_count(); count < kSaturated) return count;
  std::size_t count = 0;
  if (kind() == JsonKind::Array) {
    Value element;
    for (ArrayCursor cursor(*this); cursor.next(element);) ++count;
  } else {
    std::string_view name;
    Value member;
    for (ObjectCursor cursor(*this); cursor.next(name, member);) ++count;
  }
  return count;
}

namespace {

/// Where the content of an array or object starts and ends.
struct Extent {
  std::size_t begin;
  std::size_t end;
};

Extent extent_of(const void* document, std::size_t position) noexcept {
  if (is_exact(position)) return {position + 1, exact(document, position).end | kExact};
  const auto ref = tape(document, position);
  return {position + 1, ref.after_element() - 1};
}

std::size_t behind(const void* document, std::size_t position) noexcept {
  if (is_exact(position)) return exact(document, position).end | kExact;
  return tape(document, position).after_element();
}

}  // namespace

ArrayCursor::ArrayCursor(Value array) noexcept : document_(array.document_) {
  const Extent extent = extent_of(array.document_, array.position_);
  position_ = extent.begin;
  end_ = extent.end;
}

bool ArrayCursor::next(Value& element) noexcept {
  if (position_ == end_) return false;
  element = Value(document_, position_);
  position_ = behind(document_, position_);
  return true;
}

ObjectCursor::ObjectCursor(Value object) noexcept : document_(object.document_) {
  const Extent extent = extent_of(object.document_, object.position_);
  position_ = extent.begin;
  end_ = extent.end;
}

bool ObjectCursor::next(std::string_view& name, Value& member) noexcept {
  if (position_ == end_) return false;
  name = Value(document_, position_).string();
  const std::size_t value = position_ + 1;
  member = Value(document_, value);
  position_ = behind(document_, value);
  return true;
}

}  // namespace mcp
