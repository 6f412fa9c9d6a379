#include "base/base64.hpp"

#include <array>

namespace mcp {

namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr unsigned char kNone = 0xFF;

constexpr std::array<unsigned char, 256> kValues = [] {
  std::array<unsigned char, 256> table{};
  for (unsigned char& value : table) value = kNone;
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    table[static_cast<unsigned char>(kAlphabet[i])] = static_cast<unsigned char>(i);
  }
  return table;
}();

unsigned value_of(char c) noexcept { return kValues[static_cast<unsigned char>(c)]; }

std::size_t padding_of(std::string_view text) noexcept {
  return text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
}

}  // namespace

char* to_base64(std::span<const std::byte> bytes, char* out) noexcept {
  const auto at = [&](std::size_t i) { return std::to_integer<unsigned>(bytes[i]); };
  std::size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3) {
    const unsigned group = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
    *out++ = kAlphabet[group >> 18];
    *out++ = kAlphabet[group >> 12 & 63];
    *out++ = kAlphabet[group >> 6 & 63];
    *out++ = kAlphabet[group & 63];
  }
  const std::size_t rest = bytes.size() - i;
  if (rest == 0) return out;
  const unsigned group = at(i) << 16 | (rest == 2 ? at(i + 1) << 8 : 0);
  *out++ = kAlphabet[group >> 18];
  *out++ = kAlphabet[group >> 12 & 63];
  *out++ = rest == 2 ? kAlphabet[group >> 6 & 63] : '=';
  *out++ = '=';
  return out;
}

std::string to_base64(std::span<const std::byte> bytes) {
  std::string text(base64_size(bytes.size()), '\0');
  to_base64(bytes, text.data());
  return text;
}

std::optional<std::size_t> base64_decoded_size(std::string_view text) noexcept {
  if (text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = padding_of(text);
  const std::string_view digits = text.substr(0, text.size() - padding);
  for (const char c : digits) {
    if (value_of(c) == kNone) return std::nullopt;
  }
  const unsigned unused = padding == 2 ? 15 : padding == 1 ? 3 : 0;
  if (padding != 0 && (value_of(digits.back()) & unused) != 0) return std::nullopt;
  return text.size() / 4 * 3 - padding;
}

void from_base64(std::string_view text, std::byte* out) noexcept {
  const std::size_t digits = text.size() - padding_of(text);
  unsigned bits = 0;
  unsigned count = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    bits = bits << 6 | value_of(text[i]);
    count += 6;
    if (count >= 8) {
      count -= 8;
      *out++ = static_cast<std::byte>(bits >> count & 0xFF);
    }
  }
}

}  // namespace mcp
