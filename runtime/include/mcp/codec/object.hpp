// Codecs of structs and enums. Generated code has only constant tables; the runtime has one decoder and one encoder for
// all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>

#include <mcp/codec/codec.hpp>
#include <mcp/codec/constraints.hpp>
#include <mcp/export.hpp>

namespace mcp::detail {

/// One member of a struct, or one argument of a tool.
struct Member {
  std::string_view name;  // on the wire
  std::string_view key;   // `"name":`, escaped for JSON
  std::size_t offset;     // of the member in its object, in bytes
  const Ops* ops;
  const Constraints* constraints;  // null: none
  bool required;
};

/// The table of a struct. Members have the same order as in the schema and in the output.
struct Object {
  const Member* members;
  std::size_t size;
  /// Name and text of the first mcp::Literal member, by which a variant selects this struct; empty if there is none.
  std::string_view tag_name{};
  std::string_view tag_value{};
  /// Members that the table does not name are passed over, as messages of the protocol demand; else they are an error.
  bool open = false;
};

/// Decodes into `object`, whose members hold their defaults. Rejects unknown, repeated and missing members. If `given`
/// is not null, sets bit i % 64 of given[i / 64] for each member i that was sent.
MCP_EXPORT bool decode_object(Value from, void* object, const Object& table, Decoder& problems,
                              std::uint64_t* given = nullptr);
MCP_EXPORT void encode_object(const void* object, const Object& table, Writer& to);

/// The name of a member, in both forms that the table holds.
struct Key {
  /// `key` is `"name":`, for a name that JSON does not escape.
  constexpr Key(const char* key) : text(key), name(text.substr(1, text.size() - 3)) {}  // NOLINT(*-explicit-*)
  /// For any other name; `key` holds it escaped.
  constexpr Key(std::string_view unescaped, std::string_view key) : text(key), name(unescaped) {}

  std::string_view text;
  std::string_view name;
};

// Entries of a table for a member of type M. Generated code takes the offset with __builtin_offsetof, which g++ and
// Clang support for every class without virtual bases.

/// A member that must be sent.
template <class M>
[[nodiscard]] constexpr Member required(Key key, std::size_t offset, const Constraints* constraints = nullptr) {
  return {key.name, key.text, offset, &ops_of<M>, constraints, true};
}

/// A member that keeps its default where it is not sent.
template <class M>
[[nodiscard]] constexpr Member optional(Key key, std::size_t offset, const Constraints* constraints = nullptr) {
  return {key.name, key.text, offset, &ops_of<M>, constraints, false};
}

/// The same for a member that can be empty and whose default is not empty. If it is empty it is written as null, since
/// an omitted member would be read back as the default.
template <class M>
[[nodiscard]] constexpr Member optional_or_null(Key key, std::size_t offset, const Constraints* constraints = nullptr) {
  return {key.name, key.text, offset, &never_absent_ops_of<M>, constraints, false};
}

/// Sets `value` to a default-constructed T.
template <class T>
void reset_to_default(T& value) {
  if constexpr (std::is_array_v<T>) {
    for (auto& element : value) reset_to_default(element);
  } else if constexpr (std::is_move_assignable_v<T>) {
    value = T();
  } else {
    // Between these two calls no object exists. If the constructor threw, the owner would destroy an object that does
    // not exist, so noexcept ends the program instead.
    [&]() noexcept {
      std::destroy_at(std::addressof(value));
      ::new (static_cast<void*>(std::addressof(value))) T();
    }();
  }
}

template <class T>
bool decode_from_default(Value from, void* to, Decoder& problems) {
  reset_to_default(*static_cast<T*>(to));
  return codec<T>::decode(from, *static_cast<T*>(to), problems);
}

template <class T>
inline constexpr Ops from_default_ops_of = {&decode_from_default<T>, ops_of<T>.encode, ops_of<T>.absent};

/// A member of class type whose value, before anything is decoded, is another than the default of its type: by its own
/// default, or by a constructor. An object that is sent starts from the defaults of its own members all the same.
template <class M>
[[nodiscard]] constexpr Member required_afresh(Key key, std::size_t offset, const Constraints* constraints = nullptr) {
  return {key.name, key.text, offset, &from_default_ops_of<M>, constraints, true};
}
template <class M>
[[nodiscard]] constexpr Member optional_afresh(Key key, std::size_t offset, const Constraints* constraints = nullptr) {
  return {key.name, key.text, offset, &from_default_ops_of<M>, constraints, false};
}

/// The base class of the generated codec of struct T. `codec<T>::kObject` is the table.
template <class T>
struct ObjectCodec {
  using McpObject = T;
  static constexpr Shape kShape = kObjectShape;

  static bool decode(Value from, T& to, Decoder& problems) {
    return decode_object(from, std::addressof(to), codec<T>::kObject, problems);
  }
  static void encode(const T& from, Writer& to) { encode_object(std::addressof(from), codec<T>::kObject, to); }
};

struct Enumerator {
  std::string_view name;
  std::int64_t value;
};

struct Enumeration {
  const Enumerator* enumerators;
  std::size_t size;
};

MCP_EXPORT bool decode_enum(Value from, std::int64_t& to, const Enumeration& table, Decoder& problems);
MCP_EXPORT void encode_enum(std::int64_t from, const Enumeration& table, Writer& to);
/// Reads the name of an enumerator that is the key of a map.
MCP_EXPORT bool decode_enum_key(std::string_view key, std::int64_t& to, const Enumeration& table, Decoder& problems);
/// The name of an enumerator as the key of a map. Fails `to` for a value without a name.
MCP_EXPORT std::string_view enum_key(std::int64_t from, const Enumeration& table, Writer& to);

/// The base class of the generated codec of enum E. `codec<E>::kEnumeration` is the table.
template <class E>
struct EnumCodec {
  static constexpr Shape kShape = kStringShape;

  static bool decode(Value from, E& to, Decoder& problems) {
    std::int64_t value = 0;
    if (!decode_enum(from, value, codec<E>::kEnumeration, problems)) return false;
    to = static_cast<E>(value);
    return true;
  }
  static void encode(E from, Writer& to) { encode_enum(static_cast<std::int64_t>(from), codec<E>::kEnumeration, to); }
};

}  // namespace mcp::detail
