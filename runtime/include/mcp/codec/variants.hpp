// Codecs of variants, of std::monostate (null) and of mcp::Literal (one string).
//
// A variant decodes a value as the first alternative that accepts it. If every alternative is a struct whose first
// Literal member has the same name, and all these texts differ, that member alone selects the alternative.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <variant>

#include <mcp/codec/codec.hpp>
#include <mcp/codec/object.hpp>
#include <mcp/export.hpp>
#include <mcp/literal.hpp>

namespace mcp {

namespace detail {

/// Stands for the table of an alternative that is not a struct. A null pointer would not do: with -fsanitize=undefined,
/// g++ does not accept the comparison of an object's address with null as a constant expression.
inline constexpr Object kNoObject{nullptr, 0};

/// One alternative of a variant, with its type erased.
struct Alternative {
  bool (*decode)(Value from, void* variant, Decoder& problems);  // makes it the active one
  Shape shape;
  const Object* object;  // never null
};

/// Whether a member with the name tag_name distinguishes all alternatives.
[[nodiscard]] constexpr bool is_tagged(const Alternative* alternatives, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    const Object* const object = alternatives[i].object;
    if (object->tag_name.empty()) return false;
    if (object->tag_name != alternatives[0].object->tag_name) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (object->tag_value == alternatives[j].object->tag_value) return false;
    }
  }
  return size != 0;
}

MCP_EXPORT bool decode_tagged(Value from, void* variant, const Alternative* alternatives, std::size_t size,
                              Decoder& problems);
MCP_EXPORT bool decode_any_of(Value from, void* variant, const Alternative* alternatives, std::size_t size,
                              Decoder& problems);
MCP_EXPORT bool decode_literal(Value from, std::string_view text, Decoder& problems);

template <class Variant, std::size_t I>
bool decode_alternative(Value from, void* variant, Decoder& problems) {
  auto& to = static_cast<Variant*>(variant)->template emplace<I>();
  return codec<std::variant_alternative_t<I, Variant>>::decode(from, to, problems);
}

template <class Variant, std::size_t I>
[[nodiscard]] constexpr Alternative make_alternative() {
  using T = std::variant_alternative_t<I, Variant>;
  if constexpr (requires { codec<T>::kObject; }) {
    return {&decode_alternative<Variant, I>, shape_of<T>(), &codec<T>::kObject};
  } else {
    return {&decode_alternative<Variant, I>, shape_of<T>(), &kNoObject};
  }
}

}  // namespace detail

template <>
struct codec<std::monostate> {
  static constexpr detail::Shape kShape = detail::kNullShape;

  static bool decode(Value from, std::monostate&, Decoder& problems) {
    return from.kind() == JsonKind::Null || problems.expected("null", from);
  }
  static void encode(std::monostate, Writer& to) { to.null(); }
};

template <detail::FixedString Text>
struct codec<Literal<Text>> {
  static constexpr detail::Shape kShape = detail::kStringShape;

  static bool decode(Value from, Literal<Text>&, Decoder& problems) {
    return detail::decode_literal(from, Text.view(), problems);
  }
  static void encode(Literal<Text>, Writer& to) { to.string(Text.view()); }
};

template <class... A>
struct codec<std::variant<A...>> {
  static constexpr detail::Shape kShape = (detail::shape_of<A>() | ...);

  static bool decode(Value from, std::variant<A...>& to, Decoder& problems) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      static constexpr detail::Alternative alternatives[] = {detail::make_alternative<std::variant<A...>, I>()...};
      if constexpr (detail::is_tagged(alternatives, sizeof...(A))) {
        return detail::decode_tagged(from, &to, alternatives, sizeof...(A), problems);
      } else {
        return detail::decode_any_of(from, &to, alternatives, sizeof...(A), problems);
      }
    }(std::index_sequence_for<A...>());
  }
  static void encode(const std::variant<A...>& from, Writer& to) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      const bool written = ((from.index() == I && (codec<A>::encode(*std::get_if<I>(&from), to), true)) || ...);
      if (!written) to.fail("holds no value");
    }(std::index_sequence_for<A...>());
  }
};

}  // namespace mcp
