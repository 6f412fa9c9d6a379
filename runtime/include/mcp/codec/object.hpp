// Codecs of structs and enums, driven by tables that generated code fills in: one decoder and one encoder for all of
// them live in the runtime, so that a struct costs its table and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>

#include <mcp/codec/codec.hpp>
#include <mcp/codec/constraints.hpp>

namespace mcp::detail {

/// One member of a struct, or one argument of a tool.
struct Member {
  std::string_view name;  // on the wire
  std::string_view key;   // `"name":`, escaped, ready to be copied
  std::size_t offset;     // of the member in its object, bytes
  const Ops* ops;
  const Constraints* constraints;  // null: none
  bool required;
};

/// A struct as the codec sees it. Member order is that of the schema and of the output.
struct Object {
  const Member* members;
  std::size_t size;
  /// Name and text of its first mcp::Literal member, which tells it apart inside a variant; empty when it has none.
  std::string_view tag_name{};
  std::string_view tag_value{};
  /// Members that the table does not name are passed over, as messages of the protocol demand; else they are an error.
  bool open = false;
};

/// Decodes over `object`, whose members hold their defaults. Rejects repeated and missing members, and unknown ones
/// unless the table is open. Where `given` is not null, bit i of given[i / 64] is set for each member i that was sent.
bool decode_object(Value from, void* object, const Object& table, Decoder& problems, std::uint64_t* given = nullptr);
void encode_object(const void* object, const Object& table, Writer& to);

/// A table entry for a member of type M. Generated code takes the offset with __builtin_offsetof, which g++ and Clang
/// support for every class without virtual bases.
template <class M>
[[nodiscard]] constexpr Member member(std::string_view name, std::string_view key, std::size_t offset, bool required,
                                      const Constraints* constraints = nullptr) {
  return {name, key, offset, &ops_of<M>, constraints, required};
}

/// The same for a member that may be empty and whose default is not: where it is empty it is written as null, for left
/// out it would be read as its default.
template <class M>
[[nodiscard]] constexpr Member member_with_default(std::string_view name, std::string_view key, std::size_t offset,
                                                   bool required, const Constraints* constraints = nullptr) {
  return {name, key, offset, &never_absent_ops_of<M>, constraints, required};
}

/// Makes `value` what a T is that nobody has touched.
template <class T>
void begin_afresh(T& value) {
  if constexpr (std::is_array_v<T>) {
    for (auto& element : value) begin_afresh(element);
  } else if constexpr (std::is_move_assignable_v<T>) {
    value = T();
  } else {
    // Between the two calls there is no object: an exception would leave its owner one to destroy, so it ends the
    // program.
    [&]() noexcept {
      std::destroy_at(std::addressof(value));
      ::new (static_cast<void*>(std::addressof(value))) T();
    }();
  }
}

template <class T>
bool decode_afresh(Value from, void* to, Decoder& problems) {
  begin_afresh(*static_cast<T*>(to));
  return codec<T>::decode(from, *static_cast<T*>(to), problems);
}

template <class T>
inline constexpr Ops afresh_ops_of = {&decode_afresh<T>, ops_of<T>.encode, ops_of<T>.absent};

/// The same for a member that holds objects and whose default is not that of its type: an object that is given starts
/// from the defaults of its own members, and only one that is left out is the default of this member.
template <class M>
[[nodiscard]] constexpr Member member_afresh(std::string_view name, std::string_view key, std::size_t offset,
                                             bool required, const Constraints* constraints = nullptr) {
  return {name, key, offset, &afresh_ops_of<M>, constraints, required};
}

/// Base of the codec that generated code makes for struct T; `codec<T>::kObject` is its table.
template <class T>
struct ObjectCodec {
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

bool decode_enum(Value from, std::int64_t& to, const Enumeration& table, Decoder& problems);
void encode_enum(std::int64_t from, const Enumeration& table, Writer& to);
/// The name of an enumerator as the key of a map.
bool decode_enum_key(std::string_view key, std::int64_t& to, const Enumeration& table, Decoder& problems);
/// Fails `to` for a value without a name.
std::string_view enum_key(std::int64_t from, const Enumeration& table, Writer& to);

/// Base of the codec that generated code makes for enum E; `codec<E>::kEnumeration` is its table.
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
