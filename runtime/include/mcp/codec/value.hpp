// A JSON value inside a parsed document: a handle of two words that every decoder reads from.
//
// Ownership: a Value and every string_view it hands out point into its Document and live as long as that does,
// unchanged. Threads: reading is const and may happen from several threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mcp {

/// What a JSON value is. Numbers are told apart by what holds them without loss.
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

/// A JSON value. Each accessor but kind() demands the kind it names; a wrong one is undefined.
class Value {
 public:
  constexpr Value() = default;
  /// For Document alone: `position` is its business.
  constexpr Value(const void* document, std::size_t position) noexcept : document_(document), position_(position) {}

  [[nodiscard]] JsonKind kind() const noexcept;
  [[nodiscard]] bool boolean() const noexcept;
  [[nodiscard]] std::int64_t integer() const noexcept;
  [[nodiscard]] std::uint64_t unsigned_integer() const noexcept;
  [[nodiscard]] double real() const noexcept;
  [[nodiscard]] std::string_view string() const noexcept;
  /// Of a BigNumber: the digits as they were sent.
  [[nodiscard]] std::string_view number_text() const noexcept;
  /// Of an Array or Object: how many elements or members it has.
  [[nodiscard]] std::size_t size() const noexcept;

 private:
  friend class ArrayCursor;
  friend class ObjectCursor;

  const void* document_ = nullptr;
  std::size_t position_ = 0;
};

/// Walks the elements of an Array once, in order.
class ArrayCursor {
 public:
  explicit ArrayCursor(Value array) noexcept;
  /// Steps to the next element and sets `element`; false at the end.
  bool next(Value& element) noexcept;

 private:
  const void* document_;
  std::size_t position_;
  std::size_t end_;
};

/// Walks the members of an Object once, in the order they were sent. A name sent twice comes twice.
class ObjectCursor {
 public:
  explicit ObjectCursor(Value object) noexcept;
  bool next(std::string_view& name, Value& member) noexcept;

 private:
  const void* document_;
  std::size_t position_;
  std::size_t end_;
};

}  // namespace mcp
