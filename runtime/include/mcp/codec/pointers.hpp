// Codecs of smart pointers. As with std::optional, null is an empty pointer, and an empty pointer is omitted from its
// object.
#pragma once

#include <memory>
#include <type_traits>

#include <mcp/codec/codec.hpp>

namespace mcp {

template <class T>
struct codec<std::unique_ptr<T>> {
  static constexpr detail::Shape kShape = detail::kNullShape | detail::shape_of<std::remove_const_t<T>>();

  static bool absent(const std::unique_ptr<T>& value) noexcept { return value == nullptr; }

  static bool decode(Value from, std::unique_ptr<T>& to, Decoder& problems) {
    to.reset();
    if (from.kind() == JsonKind::Null) return true;
    if (!problems.reserve(1, sizeof(T) + detail::kNodeBytes)) return false;
    auto made = std::make_unique<std::remove_const_t<T>>();
    const bool good = codec<std::remove_const_t<T>>::decode(from, *made, problems);
    to = std::move(made);
    return good;
  }
  static void encode(const std::unique_ptr<T>& from, Writer& to) {
    if (from) {
      codec<std::remove_const_t<T>>::encode(*from, to);
    } else {
      to.null();
    }
  }
};

/// Each of several pointers to the same value is written in full; read back, they point to different values.
template <class T>
struct codec<std::shared_ptr<T>> {
  static constexpr detail::Shape kShape = detail::kNullShape | detail::shape_of<std::remove_const_t<T>>();

  static bool absent(const std::shared_ptr<T>& value) noexcept { return value == nullptr; }

  static bool decode(Value from, std::shared_ptr<T>& to, Decoder& problems) {
    to.reset();
    if (from.kind() == JsonKind::Null) return true;
    if (!problems.reserve(1, sizeof(T) + detail::kNodeBytes)) return false;
    auto made = std::make_shared<std::remove_const_t<T>>();
    const bool good = codec<std::remove_const_t<T>>::decode(from, *made, problems);
    to = std::move(made);
    return good;
  }
  static void encode(const std::shared_ptr<T>& from, Writer& to) {
    if (from) {
      codec<std::remove_const_t<T>>::encode(*from, to);
    } else {
      to.null();
    }
  }
};

}  // namespace mcp
