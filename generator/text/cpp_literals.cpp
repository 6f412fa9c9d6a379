#include "text/cpp_literals.hpp"

#include <array>
#include <charconv>
#include <limits>

namespace mcpgen {
namespace {

template <class Float>
std::string shortest_text(Float value) {
  std::array<char, 64> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  std::string text(buffer.data(), end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

/// The number of bytes after the first byte of a code point, and the smallest code point of that length; 0 if the byte
/// begins none.
struct Lead {
  unsigned trailing;
  std::uint32_t bits;
  std::uint32_t least;
};

Lead lead_of(unsigned char c) {
  if (c < 0x80) return {0, c, 0};
  if ((c & 0xE0U) == 0xC0U) return {1, c & 0x1FU, 0x80};
  if ((c & 0xF0U) == 0xE0U) return {2, c & 0x0FU, 0x800};
  if ((c & 0xF8U) == 0xF0U) return {3, c & 0x07U, 0x10000};
  return {0, 0, 1};
}

/// The length in bytes of the first character of `text`; 0 if it is not valid UTF-8.
std::size_t character_length(std::string_view text) noexcept {
  const auto [trailing, bits, least] = lead_of(static_cast<unsigned char>(text[0]));
  if (trailing >= text.size()) return 0;
  std::uint32_t code_point = bits;
  for (std::size_t i = 1; i <= trailing; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80U) return 0;
    code_point = code_point << 6U | (byte & 0x3FU);
  }
  const bool is_surrogate = code_point >= 0xD800 && code_point < 0xE000;
  return code_point < least || is_surrogate || code_point > 0x10FFFF ? 0 : trailing + 1;
}

}  // namespace

std::string signed_literal(std::int64_t value, unsigned bits) {
  // C++ has no negative literals, and the smallest value has no positive counterpart to negate.
  if (bits > 32) {
    if (value == std::numeric_limits<std::int64_t>::min()) return "(-9223372036854775807LL - 1)";
    return std::to_string(value) + "LL";
  }
  if (value == std::numeric_limits<std::int32_t>::min()) return "(-2147483647 - 1)";
  return std::to_string(value);
}

std::string unsigned_literal(std::uint64_t value, unsigned bits) {
  return std::to_string(value) + (bits > 32 ? "ULL" : bits > 16 ? "U" : "");
}

std::string shortest(double value) { return shortest_text(value); }
std::string shortest(float value) { return shortest_text(value); }

std::string string_expression(std::string_view text) {
  std::string literal;
  bool has_nul = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    has_nul = has_nul || c == '\0';
    if (c == '"' || c == '\\') {
      literal += '\\';
      literal += c;
    } else if (c == '\n') {
      literal += "\\n";
    } else if (c == '\t') {
      literal += "\\t";
    } else if (byte < 0x20 || byte == 0x7F || c == '?') {
      // An octal escape ends after three digits, unlike a hexadecimal one. A question mark is escaped since it could
      // begin a trigraph.
      literal += '\\';
      literal += static_cast<char>('0' + (byte >> 6U));
      literal += static_cast<char>('0' + ((byte >> 3U) & 7U));
      literal += static_cast<char>('0' + (byte & 7U));
    } else {
      literal += c;
    }
  }
  return "::std::string(\"" + literal + '"' + (has_nul ? ", " + std::to_string(text.size()) : "") + ')';
}

bool is_utf8(std::string_view text) noexcept {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string valid_utf8(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    valid += length == 0 ? "\xEF\xBF\xBD" : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return valid;
}

}  // namespace mcpgen
