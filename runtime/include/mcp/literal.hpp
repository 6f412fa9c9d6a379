// A type whose only value is a given text. It tells the alternatives of a variant apart.
//
//   struct Circle { mcp::Literal<"circle"> type; double radius; };
//   struct Square { mcp::Literal<"square"> type; double side; };
//   using Shape = std::variant<Circle, Square>;    // picked by "type"
#pragma once

#include <cstddef>
#include <string_view>

namespace mcp {

namespace detail {

/// A string literal as a template argument.
template <std::size_t N>
struct FixedString {
  consteval FixedString(const char (&literal)[N]) {  // NOLINT(google-explicit-constructor): written as Literal<"a">
    for (std::size_t i = 0; i < N; ++i) text[i] = literal[i];
  }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {text, N - 1}; }

  char text[N];
};

}  // namespace detail

/// An empty class that is the string `Text` in JSON; decoding refuses any other value. The text must be UTF-8.
template <detail::FixedString Text>
struct Literal {
  [[nodiscard]] static constexpr std::string_view value() noexcept { return Text.view(); }
  constexpr operator std::string_view() const noexcept { return value(); }  // NOLINT(google-explicit-constructor)

  friend constexpr bool operator==(Literal, Literal) noexcept { return true; }
};

}  // namespace mcp
