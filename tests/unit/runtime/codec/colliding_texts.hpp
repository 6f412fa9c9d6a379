// Texts that share one std::hash, as a client could send them: with libstdc++ on a machine of 64 bits, which hashes by
// MurmurHash2 (64A) and a constant seed, so that the second half of a text can be computed from the first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace testing_support {

#if defined(__GLIBCXX__) && __SIZEOF_SIZE_T__ == 8
inline constexpr bool kTextsCollide = true;
#else
inline constexpr bool kTextsCollide = false;
#endif

/// Different texts of 16 ASCII characters, control characters among them, with one and the same hash where
/// kTextsCollide.
inline std::vector<std::string> colliding_texts(std::size_t count) {
  constexpr std::uint64_t kFactor = 0xc6a4a7935bd1e995;
  constexpr std::uint64_t kInverse = [] {  // modulo 2^64, by Newton's method
    std::uint64_t inverse = kFactor;
    for (int i = 0; i < 6; ++i) inverse *= 2 - kFactor * inverse;
    return inverse;
  }();
  constexpr std::uint64_t kSeed = 0xc70f6907;
  constexpr std::uint64_t kState = 0x0123456789abcdef;  // of the hash behind all 16 characters, before its last product
  constexpr std::uint64_t kNotAscii = 0x8080808080808080;
  const auto shifted = [](std::uint64_t x) { return x ^ (x >> 47); };  // undoes itself

  std::vector<std::string> texts;
  for (std::uint64_t i = 0; texts.size() < count; ++i) {
    std::uint64_t half[2] = {0x6161616161616161, 0};
    for (int digit = 0; digit < 8; ++digit) half[0] += (i >> (4 * digit) & 15) << (8 * digit);
    const std::uint64_t state = ((kSeed ^ (16 * kFactor)) ^ shifted(half[0] * kFactor) * kFactor) * kFactor;
    half[1] = shifted((state ^ kState) * kInverse) * kInverse;
    if ((half[1] & kNotAscii) != 0) continue;
    std::string text(16, '\0');
    std::memcpy(text.data(), half, 16);
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace testing_support
