#include "serve/log_text.hpp"

#include <algorithm>
#include <cstddef>

namespace mcp::serve {

namespace {

constexpr bool is_plain(char c) noexcept { return c >= 0x20 && c < 0x7F; }

/// The first character of a text; `bytes` is 0 if it is not valid UTF-8.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;
};

Character first_character(std::string_view text) noexcept {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  char32_t code = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0U) != 0x80) return {};
    code = code << 6U | (next & 0x3FU);
  }
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[bytes] || code > 0x10FFFF || surrogate) return {};
  return {code, bytes};
}

constexpr bool needs_escape(char32_t code) noexcept {
  return code < 0x20 || (code >= 0x7F && code <= 0x9F) ||
         (code >= 0x2028 && code <= 0x202E) ||  // separators, and overrides of the direction
         (code >= 0x2066 && code <= 0x2069);    // isolates of the direction
}

void append_hex(std::string& to, char32_t number, unsigned digits) {
  while (digits-- > 0) to += "0123456789abcdef"[number >> 4 * digits & 15U];
}

void append_code(std::string& to, char32_t code) {
  switch (code) {
    case '\n':
      to += "\\n";
      return;
    case '\r':
      to += "\\r";
      return;
    case '\t':
      to += "\\t";
      return;
    default:
      to += "\\u";
      append_hex(to, code, 4);
  }
}

}  // namespace

void append_escaped(std::string& to, std::string_view line) {
  while (!line.empty()) {
    const auto plain = static_cast<std::size_t>(std::find_if_not(line.begin(), line.end(), is_plain) - line.begin());
    to += line.substr(0, plain);
    line.remove_prefix(plain);
    if (line.empty()) return;
    const Character character = first_character(line);
    if (character.bytes == 0) {
      to += "\\x";
      append_hex(to, static_cast<unsigned char>(line.front()), 2);
    } else if (needs_escape(character.code)) {
      append_code(to, character.code);
    } else {
      to += line.substr(0, character.bytes);
    }
    line.remove_prefix(std::max<std::size_t>(character.bytes, 1));
  }
}

}  // namespace mcp::serve
