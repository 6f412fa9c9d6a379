// Codecs of lists, sets, maps whose keys are not strings, and spans. codec.hpp has those of std::vector, std::array and
// std::map<std::string, T>.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <forward_list>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <mcp/codec/codec.hpp>
#include <mcp/codec/object.hpp>
#include <mcp/export.hpp>

namespace mcp {

namespace detail {

/// Reports that the element at the decoder's path equals an earlier one.
MCP_EXPORT bool report_repeated(Decoder& problems);

/// Reads an integer that is the key of a map: decimal, in the form in which it is written, so without redundant sign or
/// zeros.
MCP_EXPORT bool decode_integer_key(std::string_view key, std::int64_t& to, std::int64_t minimum, std::int64_t maximum,
                                   Decoder& problems);
MCP_EXPORT bool decode_integer_key(std::string_view key, std::uint64_t& to, std::uint64_t maximum, Decoder& problems);

/// Counts the keys of the hash table `table` that `key` is compared with: those of its bucket, up to an equal one. The
/// hashes of the standard library are not seeded, so a client can choose keys that all fall into one bucket. Reports
/// and returns false if the decoder has met too many such keys.
template <class Table, class KeyOf>
bool meet_bucket(const Table& table, const typename Table::key_type& key, KeyOf key_of, Decoder& problems) {
  constexpr std::size_t kSmall = 64;  // a table this small is not counted
  if (table.size() < kSmall) return true;
  const std::size_t bucket = table.bucket(key);
  std::size_t keys = 0;
  for (auto at = table.begin(bucket); at != table.end(bucket) && !table.key_eq()(key_of(*at), key); ++at) ++keys;
  return problems.meet_keys(keys);
}

template <class Container>
inline constexpr bool is_hash_table = requires(const Container& container) { container.bucket_count(); };

/// Writes JSON texts as a sorted array.
MCP_EXPORT void write_sorted(std::vector<std::string>& elements, Writer& to);

/// The elements that a span parameter refers to.
template <class T>
struct Storage<std::span<T>> {
  using Owner = std::vector<std::remove_cv_t<T>>;
  static std::span<T> view(Owner& owner) noexcept { return owner; }
};
template <class T, std::size_t N>
  requires(N != std::dynamic_extent)
struct Storage<std::span<T, N>> {
  using Owner = std::array<std::remove_cv_t<T>, N>;
  static std::span<T, N> view(Owner& owner) noexcept { return owner; }
};

/// A contiguous array of bool, which std::vector<bool> is not.
struct BoolRow {
  std::unique_ptr<bool[]> values;
  std::size_t size = 0;
};
template <class T>
  requires std::is_same_v<std::remove_cv_t<T>, bool>
struct Storage<std::span<T>> {
  using Owner = BoolRow;
  static std::span<T> view(const Owner& owner) noexcept { return {owner.values.get(), owner.size}; }
};

/// Memory that an element takes in a container, in bytes.
template <class Container>
inline constexpr std::size_t element_bytes = sizeof(typename Container::value_type) + kNodeBytes;
template <class T, class A>
inline constexpr std::size_t element_bytes<std::deque<T, A>> = sizeof(T);

/// The codec of a container that keeps its elements in the order in which they were appended.
template <class Container>
struct ListCodec {
  using T = typename Container::value_type;
  static constexpr Shape kShape = kArrayShape;

  static bool decode(Value from, Container& to, Decoder& problems) {
    if (!expect_array(from, static_cast<std::size_t>(-1), problems)) return false;
    if (!problems.reserve(from.size(), element_bytes<Container>)) return false;
    to.clear();
    return decode_elements(from, problems, [&](Value element, std::size_t) {
      return codec<T>::decode(element, to.emplace_back(), problems);
    });
  }
  static void encode(const Container& from, Writer& to) { encode_elements<T>(from, to); }
};

/// The codec of a container that orders its elements itself, or has no order. If `unique` is set, it refuses equal
/// elements.
template <class Container, bool unique>
struct SetCodec {
  using T = typename Container::value_type;
  static constexpr Shape kShape = kArrayShape;

  static bool decode(Value from, Container& to, Decoder& problems) {
    if (!expect_array(from, static_cast<std::size_t>(-1), problems)) return false;
    if (!problems.reserve(from.size(), element_bytes<Container>)) return false;
    to.clear();
    return decode_elements(from, problems, [&](Value element, std::size_t) {
      T value{};
      if (!codec<T>::decode(element, value, problems)) return false;
      if constexpr (is_hash_table<Container>) {
        if (!meet_bucket(to, value, std::identity(), problems)) return false;
      }
      if constexpr (unique) {
        return to.insert(std::move(value)).second || report_repeated(problems);
      } else {
        to.insert(std::move(value));
        return true;
      }
    });
  }
  static void encode(const Container& from, Writer& to) { encode_elements<T>(from, to); }
};

/// The same for a container without an order: elements are written sorted, so that equal containers give equal JSON.
template <class Container, bool unique>
struct UnorderedSetCodec : SetCodec<Container, unique> {
  using T = typename Container::value_type;

  static void encode(const Container& from, Writer& to) {
    if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
      encode_elements<T>(std::multiset<T>(from.begin(), from.end()), to);
    } else {
      std::vector<std::string> texts;
      for (const T& element : from) {
        Writer text;
        text.path = to.path;
        text.depth = to.depth;
        codec<T>::encode(element, text);
        if (text.failed()) {
          if (!to.failed()) to.fail_as(text.failure());
          return;
        }
        texts.emplace_back(text.view());
      }
      write_sorted(texts, to);
    }
  }
};

/// Converts a K to and from the key of a JSON object.
template <class K>
struct KeyCodec;

template <>
struct KeyCodec<std::string> {
  static bool decode(std::string_view key, std::string& to, Decoder&) {
    to = key;
    return true;
  }
  static std::string_view text(const std::string& from, Writer&) { return from; }
};

template <class E>
  requires std::is_enum_v<E>
struct KeyCodec<E> {
  static bool decode(std::string_view key, E& to, Decoder& problems) {
    std::int64_t value = 0;
    if (!decode_enum_key(key, value, codec<E>::kEnumeration, problems)) return false;
    to = static_cast<E>(value);
    return true;
  }
  static std::string_view text(E from, Writer& to) {
    return enum_key(static_cast<std::int64_t>(from), codec<E>::kEnumeration, to);
  }
};

template <class T>
  requires(std::integral<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, char>)
struct KeyCodec<T> {
  static bool decode(std::string_view key, T& to, Decoder& problems) {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::signed_integral<T>) {
      std::int64_t value = 0;
      if (!decode_integer_key(key, value, Limits::min(), Limits::max(), problems)) return false;
      to = static_cast<T>(value);
    } else {
      std::uint64_t value = 0;
      if (!decode_integer_key(key, value, Limits::max(), problems)) return false;
      to = static_cast<T>(value);
    }
    return true;
  }
  static std::string text(T from, Writer&) { return std::to_string(from); }
};

template <class Map>
struct MapCodec {
  using K = typename Map::key_type;
  using T = typename Map::mapped_type;
  static constexpr Shape kShape = kObjectShape;
  static constexpr bool kObjectRoot = true;

  static bool decode(Value from, Map& to, Decoder& problems) {
    if (!expect_object(from, problems)) return false;
    if (!problems.reserve(from.size(), element_bytes<Map>)) return false;
    to.clear();
    ObjectCursor cursor(from);
    bool good = true;
    std::string_view name;
    Value member;
    while (cursor.next(name, member)) {
      if (decode_member(name, member, to, problems)) continue;
      good = false;
      if (problems.done()) break;
    }
    return good;
  }
  static void encode(const Map& from, Writer& to) {
    to.raw('{');
    bool first = true;
    for (const auto& [key, value] : from) {
      encode_member(KeyCodec<K>::text(key, to), value, first, to);
      first = false;
    }
    to.raw('}');
  }

 protected:
  static bool decode_member(std::string_view name, Value member, Map& to, Decoder& problems) {
    K key{};
    if (!KeyCodec<K>::decode(name, key, problems)) return false;
    PathScope scope(problems, name);
    if constexpr (is_hash_table<Map>) {
      const auto key_of = [](const auto& other) -> const K& { return other.first; };
      if (!meet_bucket(to, key, key_of, problems)) return false;
    }
    const auto [entry, added] = to.try_emplace(std::move(key));
    return added ? codec<T>::decode(member, entry->second, problems) : report_duplicate(name, problems);
  }
  static void encode_member(std::string_view key, const T& value, bool first, Writer& to) {
    PathScope scope(to, key);
    encode_key(key, first, to);
    codec<T>::encode(value, to);
  }
};

/// Members are written sorted by the text of the key, so that equal maps give equal JSON.
template <class Map>
struct UnorderedMapCodec : MapCodec<Map> {
  using K = typename Map::key_type;
  using T = typename Map::mapped_type;

  static void encode(const Map& from, Writer& to) {
    using Text = decltype(KeyCodec<K>::text(std::declval<const K&>(), to));
    std::map<Text, const T*> sorted;
    for (const auto& [key, value] : from) sorted.emplace(KeyCodec<K>::text(key, to), &value);
    to.raw('{');
    bool first = true;
    for (const auto& [key, value] : sorted) {
      MapCodec<Map>::encode_member(key, *value, first, to);
      first = false;
    }
    to.raw('}');
  }
};

}  // namespace detail

template <class T, class A>
struct codec<std::list<T, A>> : detail::ListCodec<std::list<T, A>> {};

template <class T, class A>
struct codec<std::deque<T, A>> : detail::ListCodec<std::deque<T, A>> {};

template <class T, class A>
struct codec<std::forward_list<T, A>> {
  static constexpr detail::Shape kShape = detail::kArrayShape;

  static bool decode(Value from, std::forward_list<T, A>& to, Decoder& problems) {
    if (!detail::expect_array(from, static_cast<std::size_t>(-1), problems)) return false;
    if (!problems.reserve(from.size(), detail::element_bytes<std::forward_list<T, A>>)) return false;
    to.clear();
    auto last = to.before_begin();
    return detail::decode_elements(from, problems, [&](Value element, std::size_t) {
      last = to.emplace_after(last);
      return codec<T>::decode(element, *last, problems);
    });
  }
  static void encode(const std::forward_list<T, A>& from, Writer& to) { detail::encode_elements<T>(from, to); }
};

template <class T, class C, class A>
struct codec<std::set<T, C, A>> : detail::SetCodec<std::set<T, C, A>, true> {};

template <class T, class C, class A>
struct codec<std::multiset<T, C, A>> : detail::SetCodec<std::multiset<T, C, A>, false> {};

template <class T, class H, class E, class A>
struct codec<std::unordered_set<T, H, E, A>> : detail::UnorderedSetCodec<std::unordered_set<T, H, E, A>, true> {};

template <class T, class H, class E, class A>
struct codec<std::unordered_multiset<T, H, E, A>>
    : detail::UnorderedSetCodec<std::unordered_multiset<T, H, E, A>, false> {};

/// Maps whose keys are enumerators or integers. codec.hpp has maps whose keys are strings.
template <class K, class T, class C, class A>
  requires(std::is_enum_v<K> || std::integral<K>)
struct codec<std::map<K, T, C, A>> : detail::MapCodec<std::map<K, T, C, A>> {};

template <class K, class T, class H, class E, class A>
struct codec<std::unordered_map<K, T, H, E, A>> : detail::UnorderedMapCodec<std::unordered_map<K, T, H, E, A>> {};

template <>
struct MCP_EXPORT codec<detail::BoolRow> {
  static bool decode(Value from, detail::BoolRow& to, Decoder& problems);
  static void encode(const detail::BoolRow& from, Writer& to);
};

/// Spans are only written: after a decode, nothing would own the elements.
template <class T, std::size_t N>
struct codec<std::span<T, N>> {
  static void encode(std::span<T, N> from, Writer& to) { detail::encode_elements<std::remove_cv_t<T>>(from, to); }
};

extern template struct codec<std::unordered_map<std::string, std::string>>;
extern template struct codec<std::set<std::string>>;

}  // namespace mcp
