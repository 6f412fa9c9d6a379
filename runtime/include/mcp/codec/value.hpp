// A JSON value in a parsed document: a handle of two words, from which all codecs read.
//
// A Value, and every string_view that it returns, points into its Document and is valid as long as the Document exists
// and is unchanged. All functions are const, and several threads may call them at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <mcp/codec/tape.hpp>
#include <mcp/export.hpp>

namespace mcp {

/// The kinds of JSON values. Numbers have a kind for each C++ type that holds them exactly.
enum class JsonKind : unsigned char {
  Null,
  Boolean,
  Integer,    ///< fits std::int64_t
  Unsigned,   ///< fits std::uint64_t, but not std::int64_t
  Real,       ///< written with a fraction or an exponent; held as double
  BigNumber,  ///< neither 64-bit integer nor finite double: number_text() has its digits
  String,
  Array,
  Object,
};

/// A JSON value. Every accessor except kind() requires a value of the kind that it names; otherwise the behaviour is
/// undefined.
class MCP_EXPORT Value {
 public:
  constexpr Value() = default;
  /// For Document only.
  constexpr Value(const detail::Tape& tape, std::size_t position) noexcept : tape_(&tape), position_(position) {}

  [[nodiscard]] JsonKind kind() const noexcept {
    switch (tape_->type(position_)) {
      case '{':
        return JsonKind::Object;
      case '[':
        return JsonKind::Array;
      case '"':
        return JsonKind::String;
      case 'l':
        return JsonKind::Integer;
      case 'u':
        return JsonKind::Unsigned;
      case 'd':
        return JsonKind::Real;
      case '#':
        return JsonKind::BigNumber;
      case 't':
      case 'f':
        return JsonKind::Boolean;
      default:
        return JsonKind::Null;
    }
  }
  [[nodiscard]] bool boolean() const noexcept { return tape_->type(position_) == 't'; }
  [[nodiscard]] std::int64_t integer() const noexcept { return tape_->number<std::int64_t>(position_); }
  [[nodiscard]] std::uint64_t unsigned_integer() const noexcept { return tape_->number<std::uint64_t>(position_); }
  [[nodiscard]] double real() const noexcept { return tape_->number<double>(position_); }
  [[nodiscard]] std::string_view string() const noexcept { return tape_->text(position_); }
  /// The digits of a BigNumber, as they were sent.
  [[nodiscard]] std::string_view number_text() const noexcept { return tape_->text(position_); }
  /// The number of elements of an Array or members of an Object.
  [[nodiscard]] std::size_t size() const noexcept {
    const std::size_t count = tape_->count(position_);
    return count < detail::Tape::kSaturated ? count : walked_size();
  }
  /// A number that identifies the value within its document.
  [[nodiscard]] std::size_t position() const noexcept { return position_; }

 private:
  friend class ArrayCursor;
  friend class ObjectCursor;

  [[nodiscard]] std::size_t walked_size() const noexcept;

  const detail::Tape* tape_ = nullptr;
  std::size_t position_ = 0;
};

/// Iterates once over the elements of an Array, in order.
class ArrayCursor {
 public:
  explicit ArrayCursor(Value array) noexcept
      : tape_(array.tape_), position_(array.position_ + 1), end_(tape_->behind(array.position_) - 1) {}

  /// Steps to the next element and sets `element`; false at the end.
  bool next(Value& element) noexcept {
    if (position_ == end_) return false;
    element = Value(*tape_, position_);
    position_ = tape_->behind(position_);
    return true;
  }

 private:
  const detail::Tape* tape_;
  std::size_t position_;
  std::size_t end_;
};

/// Iterates once over the members of an Object, in the order in which they were sent. A name that was sent twice
/// appears twice.
class ObjectCursor {
 public:
  explicit ObjectCursor(Value object) noexcept
      : tape_(object.tape_), position_(object.position_ + 1), end_(tape_->behind(object.position_) - 1) {}

  bool next(std::string_view& name, Value& member) noexcept {
    Value key;
    if (!next(key, member)) return false;
    name = key.string();
    return true;
  }
  /// The same, with the name as a String.
  bool next(Value& name, Value& member) noexcept {
    if (position_ == end_) return false;
    name = Value(*tape_, position_);
    member = Value(*tape_, position_ + 1);
    position_ = tape_->behind(position_ + 1);
    return true;
  }

 private:
  const detail::Tape* tape_;
  std::size_t position_;
  std::size_t end_;
};

}  // namespace mcp
