// The conversion between C++ types and JSON: the trait `mcp::codec<T>`, and its specialisations for types of the
// standard library. Generated code adds a specialisation for every struct and enum that a handler uses.
//
// A codec has two static functions:
//   bool decode(Value from, T& to, Decoder& problems)   false after reporting what is wrong; `to` is unspecified then
//   void encode(const T& from, Writer& to)              reports through to.fail()
// A type that is only written, such as a view, has no decode(). Three more members are optional:
//   bool absent(const T&) noexcept                      true: the value is left out of its object
//   detail::Shape kShape                                the kinds of JSON value that decode() may take
//   bool kObjectRoot                                    there: encode() writes an object
// All of these may run on any thread.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <mcp/codec/decoder.hpp>
#include <mcp/codec/value.hpp>
#include <mcp/codec/writer.hpp>
#include <mcp/export.hpp>

namespace mcp {

template <class T>
struct codec;

namespace detail {

/// Kinds of JSON values, as a set of bits: those that a codec may accept. A variant skips alternatives by it without
/// trying them.
using Shape = unsigned char;
inline constexpr Shape kNullShape = 1;
inline constexpr Shape kBooleanShape = 2;
inline constexpr Shape kIntegerShape = 4;
inline constexpr Shape kNumberShape = 8;
inline constexpr Shape kStringShape = 16;
inline constexpr Shape kArrayShape = 32;
inline constexpr Shape kObjectShape = 64;
inline constexpr Shape kAnyShape = 127;

/// The kShape of T's codec; any kind if it has none.
template <class T>
[[nodiscard]] constexpr Shape shape_of() {
  if constexpr (requires { codec<T>::kShape; }) {
    return codec<T>::kShape;
  } else {
    return kAnyShape;
  }
}

/// The type that owns an argument for a parameter of type T until the call has ended: T itself, or for a view the type
/// that it refers to; view() then makes the view. Views of elements are in containers.hpp.
template <class T>
struct Storage {
  using Owner = T;
};
template <>
struct Storage<std::string_view> {
  using Owner = std::string;
  static std::string_view view(const std::string& owner) noexcept { return owner; }
};
template <>
struct Storage<const char*> {
  using Owner = std::string;
  static const char* view(const std::string& owner) noexcept { return owner.c_str(); }
};

/// Views are only written.
template <class T>
inline constexpr bool is_view = !std::is_same_v<typename Storage<T>::Owner, T>;

/// A codec with its type erased, for tables of members.
struct Ops {
  /// Null for a type that is only written.
  bool (*decode)(Value from, void* to, Decoder& problems);
  void (*encode)(const void* from, Writer& to);
  /// Returns true if the value is empty and omitted from its object. Null: the value is always written.
  bool (*absent)(const void* value) noexcept;
};

template <class T>
bool decode_erased(Value from, void* to, Decoder& problems) {
  return codec<T>::decode(from, *static_cast<T*>(to), problems);
}

template <class T>
void encode_erased(const void* from, Writer& to) {
  codec<T>::encode(*static_cast<const T*>(from), to);
}

template <class T>
bool absent_erased(const void* value) noexcept {
  return codec<T>::absent(*static_cast<const T*>(value));
}

template <class T>
[[nodiscard]] constexpr Ops make_result_ops() {
  if constexpr (requires(const T& value) { codec<T>::absent(value); }) {
    return {nullptr, &encode_erased<T>, &absent_erased<T>};
  } else {
    return {nullptr, &encode_erased<T>, nullptr};
  }
}

/// This never tests whether codec<T> has a decode(): the codec of a struct may be only declared, not defined, where the
/// table of another struct with such a member is made.
template <class T>
[[nodiscard]] constexpr Ops make_ops() {
  Ops ops = make_result_ops<T>();
  if constexpr (!is_view<T>) ops.decode = &decode_erased<T>;
  return ops;
}

template <class T>
inline constexpr Ops ops_of = make_ops<T>();
/// For a value that is written as null if it is empty.
template <class T>
inline constexpr Ops never_absent_ops_of = {ops_of<T>.decode, ops_of<T>.encode, nullptr};
/// For a value that is only written: T's decoder is not instantiated.
template <class T>
inline constexpr Ops result_ops_of = make_result_ops<T>();

/// Reads an integer within [minimum, maximum]; reports any other value and returns false. 1.0 and 1e2 are integers.
MCP_EXPORT bool decode_signed(Value from, std::int64_t& to, std::int64_t minimum, std::int64_t maximum,
                              Decoder& problems);
MCP_EXPORT bool decode_unsigned(Value from, std::uint64_t& to, std::uint64_t maximum, Decoder& problems);
/// Reads any JSON number that the type can hold as a finite value.
MCP_EXPORT bool decode_real(Value from, double& to, Decoder& problems);
MCP_EXPORT bool decode_real(Value from, float& to, Decoder& problems);

/// Reports unless `from` is an array (of `exactly` elements, when not kNoLimit).
MCP_EXPORT bool expect_array(Value from, std::size_t exactly, Decoder& problems);
/// Reports unless `from` is an object.
MCP_EXPORT bool expect_object(Value from, Decoder& problems);
MCP_EXPORT bool report_duplicate(std::string_view name, Decoder& problems);
MCP_EXPORT void encode_key(std::string_view name, bool first, Writer& to);

/// Overhead of a node of a list, tree or hash table, in bytes: its links and the allocator's bookkeeping.
inline constexpr std::size_t kNodeBytes = 32;

/// Calls `one(element, index)` for each element of an array, until the decoder is done. `one` reports errors and
/// returns false for them.
template <class F>
bool decode_elements(Value from, Decoder& problems, F&& one) {
  ArrayCursor cursor(from);
  PathScope scope(problems, std::size_t{0});
  bool good = true;
  Value element;
  for (std::size_t i = 0; cursor.next(element); ++i) {
    scope.set_index(i);
    if (one(element, i)) continue;
    good = false;
    if (problems.done()) break;
  }
  return good;
}

/// Writes the elements of `range` as an array, each as a T.
template <class T, class Range>
void encode_elements(const Range& range, Writer& to) {
  to.raw('[');
  PathScope scope(to, std::size_t{0});
  std::size_t i = 0;
  for (const auto& element : range) {
    scope.set_index(i);
    if (i++ != 0) to.raw(',');
    codec<T>::encode(element, to);
  }
  to.raw(']');
}

}  // namespace detail

template <>
struct MCP_EXPORT codec<bool> {
  static constexpr detail::Shape kShape = detail::kBooleanShape;
  static bool decode(Value from, bool& to, Decoder& problems);
  static void encode(bool from, Writer& to) { to.boolean(from); }
};

/// A string of one ASCII character. `signed char` and `unsigned char` are integers.
template <>
struct MCP_EXPORT codec<char> {
  static constexpr detail::Shape kShape = detail::kStringShape;
  static bool decode(Value from, char& to, Decoder& problems);
  static void encode(char from, Writer& to);
};

template <class T>
  requires std::signed_integral<T>
struct codec<T> {
  static constexpr detail::Shape kShape = detail::kIntegerShape;
  static bool decode(Value from, T& to, Decoder& problems) {
    std::int64_t wide = 0;
    if (!detail::decode_signed(from, wide, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), problems)) {
      return false;
    }
    to = static_cast<T>(wide);
    return true;
  }
  static void encode(T from, Writer& to) { to.integer(from); }
};

template <class T>
  requires std::unsigned_integral<T>
struct codec<T> {
  static constexpr detail::Shape kShape = detail::kIntegerShape;
  static bool decode(Value from, T& to, Decoder& problems) {
    std::uint64_t wide = 0;
    if (!detail::decode_unsigned(from, wide, std::numeric_limits<T>::max(), problems)) return false;
    to = static_cast<T>(wide);
    return true;
  }
  static void encode(T from, Writer& to) { to.unsigned_integer(from); }
};

template <class T>
  requires(std::same_as<T, float> || std::same_as<T, double>)
struct codec<T> {
  static constexpr detail::Shape kShape = detail::kNumberShape;
  static bool decode(Value from, T& to, Decoder& problems) { return detail::decode_real(from, to, problems); }
  static void encode(T from, Writer& to) { to.real(from); }
};

template <>
struct MCP_EXPORT codec<std::string> {
  static constexpr detail::Shape kShape = detail::kStringShape;
  static bool decode(Value from, std::string& to, Decoder& problems);
  static void encode(const std::string& from, Writer& to) { to.string(from); }
};

/// Views are only written: after a decode, nothing would own the elements.
template <>
struct codec<std::string_view> {
  static void encode(std::string_view from, Writer& to) { to.string(from); }
};
template <>
struct codec<const char*> {
  static void encode(const char* from, Writer& to) {
    if (from == nullptr) return to.fail("is a null pointer");
    to.string(from);
  }
};

template <class T>
struct codec<std::optional<T>> {
  static constexpr detail::Shape kShape = detail::kNullShape | detail::shape_of<T>();

  static bool absent(const std::optional<T>& value) noexcept { return !value.has_value(); }
  static bool decode(Value from, std::optional<T>& to, Decoder& problems) {
    if (from.kind() == JsonKind::Null) {
      to.reset();
      return true;
    }
    return codec<T>::decode(from, to.emplace(), problems);
  }
  static void encode(const std::optional<T>& from, Writer& to) {
    if (from) {
      codec<T>::encode(*from, to);
    } else {
      to.null();
    }
  }
};

template <class T>
struct codec<std::vector<T>> {
  static constexpr detail::Shape kShape = detail::kArrayShape;

  static bool decode(Value from, std::vector<T>& to, Decoder& problems) {
    if (!detail::expect_array(from, static_cast<std::size_t>(-1), problems)) return false;
    if (!problems.reserve(from.size(), sizeof(T))) return false;
    to.clear();
    to.reserve(from.size());
    return detail::decode_elements(from, problems, [&](Value element, std::size_t) {
      if constexpr (std::is_same_v<T, bool>) {  // vector<bool> has no bool& to decode into
        bool bit = false;
        const bool good = codec<bool>::decode(element, bit, problems);
        to.push_back(bit);
        return good;
      } else {
        return codec<T>::decode(element, to.emplace_back(), problems);
      }
    });
  }
  static void encode(const std::vector<T>& from, Writer& to) { detail::encode_elements<T>(from, to); }
};

template <class T, std::size_t N>
struct codec<std::array<T, N>> {
  static constexpr detail::Shape kShape = detail::kArrayShape;

  static bool decode(Value from, std::array<T, N>& to, Decoder& problems) {
    return detail::expect_array(from, N, problems) &&
           detail::decode_elements(from, problems, [&](Value element, std::size_t i) {
             return codec<T>::decode(element, to[i], problems);
           });
  }
  static void encode(const std::array<T, N>& from, Writer& to) { detail::encode_elements<T>(from, to); }
};

template <class T, std::size_t N>
struct codec<T[N]> {
  static constexpr detail::Shape kShape = detail::kArrayShape;

  static bool decode(Value from, T (&to)[N], Decoder& problems) {
    return detail::expect_array(from, N, problems) &&
           detail::decode_elements(from, problems, [&](Value element, std::size_t i) {
             return codec<T>::decode(element, to[i], problems);
           });
  }
  static void encode(const T (&from)[N], Writer& to) { detail::encode_elements<T>(from, to); }
};

template <class T, class Compare, class Allocator>
struct codec<std::map<std::string, T, Compare, Allocator>> {
  using Map = std::map<std::string, T, Compare, Allocator>;
  static constexpr detail::Shape kShape = detail::kObjectShape;
  static constexpr bool kObjectRoot = true;

  static bool decode(Value from, Map& to, Decoder& problems) {
    if (!detail::expect_object(from, problems)) return false;
    if (!problems.reserve(from.size(), sizeof(typename Map::value_type) + detail::kNodeBytes)) return false;
    to.clear();
    ObjectCursor cursor(from);
    PathScope scope(problems, std::string_view());
    bool good = true;
    std::string_view name;
    Value member;
    while (cursor.next(name, member)) {
      scope.set_name(name);
      const auto [entry, added] = to.try_emplace(std::string(name));
      const bool fine =
          added ? codec<T>::decode(member, entry->second, problems) : detail::report_duplicate(name, problems);
      if (fine) continue;
      good = false;
      if (problems.done()) break;
    }
    return good;
  }
  static void encode(const Map& from, Writer& to) {
    to.raw('{');
    PathScope scope(to, std::string_view());
    bool first = true;
    for (const auto& [name, value] : from) {
      scope.set_name(name);
      detail::encode_key(name, first, to);
      codec<T>::encode(value, to);
      first = false;
    }
    to.raw('}');
  }
};

extern template struct MCP_EXPORT codec<std::vector<std::string>>;
extern template struct MCP_EXPORT codec<std::vector<double>>;
extern template struct MCP_EXPORT codec<std::vector<int>>;
extern template struct MCP_EXPORT codec<std::vector<std::int64_t>>;
extern template struct MCP_EXPORT codec<std::vector<bool>>;
extern template struct MCP_EXPORT codec<std::optional<std::string>>;
extern template struct MCP_EXPORT codec<std::optional<double>>;
extern template struct MCP_EXPORT codec<std::optional<int>>;
extern template struct MCP_EXPORT codec<std::optional<std::int64_t>>;
extern template struct MCP_EXPORT codec<std::optional<bool>>;
extern template struct MCP_EXPORT codec<std::map<std::string, std::string>>;

}  // namespace mcp
