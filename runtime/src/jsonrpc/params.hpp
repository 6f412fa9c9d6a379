// The members of messages as structs, which the codecs of <mcp/codec/object.hpp> read and write as they do a user's
// structs. What runs once per call of a handler is read by hand instead (message.hpp).
#pragma once

#include <cstddef>
#include <iterator>
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

/// The entry of a member that must be there, in the table of a MessageCodec; `key` is its name on the wire, a literal.
#define MCP_REQUIRED(name, key) \
  ::mcp::detail::required<decltype(McpObject::name)>("\"" key "\":", offsetof(McpObject, name))
/// The same for one that may be left out: it keeps its default.
#define MCP_OPTIONAL(name, key) \
  ::mcp::detail::optional<decltype(McpObject::name)>("\"" key "\":", offsetof(McpObject, name))

/// The base class of the codec of a message's struct T, whose members stand in codec<T>::kMembers. Members that it does
/// not name are passed over, as every message of the protocol may have more.
template <class T>
struct MessageCodec {
  using McpObject = T;
  static constexpr detail::Shape kShape = detail::kObjectShape;

  [[nodiscard]] static constexpr detail::Object object() {
    return {.members = codec<T>::kMembers, .size = std::size(codec<T>::kMembers), .open = true};
  }
  static bool decode(Value from, T& to, Decoder& problems) {
    static constexpr detail::Object kObject = object();
    return detail::decode_object(from, &to, kObject, problems);
  }
  static void encode(const T& from, Writer& to) {
    static constexpr detail::Object kObject = object();
    detail::encode_object(&from, kObject, to);
  }
};

/// The first problem of a decoder's report, without the root of its path: `clientInfo.name: expected string, got 7`.
[[nodiscard]] std::string first_problem(std::string_view report);

/// Decodes `params` over `to`, whose members hold their defaults. Returns the message of an error "Invalid params";
/// empty: there is none. Params that are absent count as an object without members.
[[nodiscard]] std::string read_params(const std::optional<Value>& params, const detail::Object& table, void* to);

template <class T>
[[nodiscard]] std::string read_params(const std::optional<Value>& params, T& to) {
  return read_params(params, codec<T>::object(), &to);
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
