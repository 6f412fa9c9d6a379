// The members of messages as structs, which the codecs of <mcp/codec/object.hpp> read and write as they do a user's
// structs. What runs once per call of a handler is read by hand instead (message.hpp).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <mcp/codec/codec.hpp>
#include <mcp/codec/object.hpp>

// g++ and Clang know the offsets of members of every class without virtual bases.
#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace mcp::protocol {

/// A member that must be an object and is read later, or not at all. Valid as long as the document.
struct ObjectMember {
  Value value;
};

/// A text that is left out where the member is anything else: for members that the server can do without.
struct TextMember {
  std::optional<std::string> text;
};

/// A member whose JSON is there already; empty: it is left out. It is written, never read.
struct JsonMember {
  std::string_view json;
};

/// The entry of a member that must be there, in the table of the codec of `Struct`; `key` is its name on the wire, a
/// literal.
#define MCP_REQUIRED(Struct, name, key) \
  ::mcp::detail::member<decltype(Struct::name)>(key, "\"" key "\":", offsetof(Struct, name), true)
/// The same for one that may be left out: it keeps its default.
#define MCP_OPTIONAL(Struct, name, key) \
  ::mcp::detail::member<decltype(Struct::name)>(key, "\"" key "\":", offsetof(Struct, name), false)

/// The table itself. Members that it does not name are passed over, as every message of the protocol may have more.
template <std::size_t N>
[[nodiscard]] constexpr detail::Object message_object(const detail::Member (&members)[N]) {
  return {.members = members, .size = N, .open = true};
}

/// The first problem of a decoder's report, without the root of its path: `clientInfo.name: expected string, got 7`.
[[nodiscard]] std::string first_problem(std::string_view report);

/// Decodes `params` over `to`, whose members hold their defaults. Returns the message of an error "Invalid params";
/// empty: there is none. Params that are absent count as an object without members.
[[nodiscard]] std::string read_params(const std::optional<Value>& params, const detail::Object& table, void* to);

template <class T>
[[nodiscard]] std::string read_params(const std::optional<Value>& params, T& to) {
  return read_params(params, codec<T>::kObject, &to);
}

/// Whether `from` is a T, as far as the table of its members says; `to` is unspecified if it is not.
template <class T>
[[nodiscard]] bool read_members(Value from, T& to) {
  Decoder problems;
  return codec<T>::decode(from, to, problems);
}

/// Appends the members of `from` without the braces around them.
template <class T>
void write_members(const T& from, Writer& to) {
  Writer object;
  codec<T>::encode(from, object);
  to.raw(object.view().substr(1, object.size() - 2));
}

/// `from` as JSON.
template <class T>
[[nodiscard]] std::string json_of(const T& from) {
  Writer object;
  codec<T>::encode(from, object);
  return std::string(object.view());
}

}  // namespace mcp::protocol

namespace mcp {

template <>
struct codec<protocol::ObjectMember> {
  static constexpr detail::Shape kShape = detail::kObjectShape;
  static bool decode(Value from, protocol::ObjectMember& to, Decoder& problems);
  static void encode(const protocol::ObjectMember& from, Writer& to);
};

template <>
struct codec<protocol::TextMember> {
  static bool decode(Value from, protocol::TextMember& to, Decoder& problems);
  static void encode(const protocol::TextMember& from, Writer& to) { to.string(*from.text); }
  static bool absent(const protocol::TextMember& from) noexcept { return !from.text; }
};

template <>
struct codec<protocol::JsonMember> {
  static bool decode(Value from, protocol::JsonMember& to, Decoder& problems);
  static void encode(const protocol::JsonMember& from, Writer& to) { to.raw(from.json); }
  static bool absent(const protocol::JsonMember& from) noexcept { return from.json.empty(); }
};

}  // namespace mcp
