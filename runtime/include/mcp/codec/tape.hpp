// The layout of a parsed JSON text in memory: the tape of simdjson (simdjson, doc/tape.md), with one additional type of
// word for numbers that simdjson refuses. Only Value reads it.
//
// A word has its type in the top byte and a payload of 56 bits below:
//   { [   low 32 bits: the position behind the matching } or ]; above them 24 bits: the count, kSaturated if beyond
//   "     offset into `strings`, where 4 bytes of length (in the machine's order) precede the text
//   #     the same, for the digits of a number that neither 64 bits nor a double hold (ours)
//   l u d the value is the next word: signed, unsigned, double
//   t f n true, false, null
// The members of an object stand as name, value, name, value, …
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace mcp::detail {

struct Tape {
  const std::uint64_t* words = nullptr;
  const unsigned char* strings = nullptr;

  static constexpr std::uint64_t kPayload = 0x00FFFFFFFFFFFFFF;
  static constexpr std::size_t kSaturated = 0xFFFFFF;

  [[nodiscard]] char type(std::size_t position) const noexcept { return static_cast<char>(words[position] >> 56); }

  /// The number of elements or members of a scope; kSaturated if the tape does not know it.
  [[nodiscard]] std::size_t count(std::size_t position) const noexcept { return (words[position] >> 32) & kSaturated; }

  /// The position behind the value at `position`.
  [[nodiscard]] std::size_t behind(std::size_t position) const noexcept {
    switch (type(position)) {
      case '{':
      case '[':
        return static_cast<std::uint32_t>(words[position]);
      case 'l':
      case 'u':
      case 'd':
        return position + 2;
      default:
        return position + 1;
    }
  }

  [[nodiscard]] std::string_view text(std::size_t position) const noexcept {
    const unsigned char* const at = strings + (words[position] & kPayload);
    std::uint32_t size;
    std::memcpy(&size, at, sizeof size);
    return {reinterpret_cast<const char*>(at) + sizeof size, size};
  }

  template <class Number>
  [[nodiscard]] Number number(std::size_t position) const noexcept {
    static_assert(sizeof(Number) == sizeof(std::uint64_t));
    Number value;
    std::memcpy(&value, words + position + 1, sizeof value);
    return value;
  }
};

}  // namespace mcp::detail
