// Codecs of std::pair and std::tuple: an array with one element for each of their elements.
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include <mcp/codec/codec.hpp>

namespace mcp {

namespace detail {

template <class Tuple, class... T>
struct TupleCodec {
  static constexpr Shape kShape = kArrayShape;

  static bool decode(Value from, Tuple& to, Decoder& problems) {
    if (!expect_array(from, sizeof...(T), problems)) return false;
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      [[maybe_unused]] ArrayCursor cursor(from);
      [[maybe_unused]] PathScope scope(problems, std::size_t{0});
      [[maybe_unused]] Value element;
      bool good = true;
      ((cursor.next(element), scope.set_index(I), good &= codec<T>::decode(element, std::get<I>(to), problems)), ...);
      return good;
    }(std::index_sequence_for<T...>());
  }
  static void encode(const Tuple& from, Writer& to) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      to.raw('[');
      [[maybe_unused]] PathScope scope(to, std::size_t{0});
      ((to.raw(I == 0 ? std::string_view() : std::string_view(",")), scope.set_index(I),
        codec<T>::encode(std::get<I>(from), to)),
       ...);
      to.raw(']');
    }(std::index_sequence_for<T...>());
  }
};

}  // namespace detail

template <class A, class B>
struct codec<std::pair<A, B>> : detail::TupleCodec<std::pair<A, B>, A, B> {};

template <class... T>
struct codec<std::tuple<T...>> : detail::TupleCodec<std::tuple<T...>, T...> {};

}  // namespace mcp
