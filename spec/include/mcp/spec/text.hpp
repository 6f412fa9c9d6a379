// Classes of ASCII characters, whatever the locale, and lengths of UTF-8.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace mcp::spec {

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
[[nodiscard]] constexpr bool is_alphanumeric(char c) noexcept { return is_letter(c) || is_digit(c); }
[[nodiscard]] constexpr bool is_hex(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
[[nodiscard]] constexpr bool is_one_of(char c, std::string_view set) noexcept {
  return set.find(c) != std::string_view::npos;
}

/// Letters, digits and `_`, with no digit in front: `count_2`.
[[nodiscard]] constexpr bool is_identifier(std::string_view text) noexcept {
  return !text.empty() && !is_digit(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_alphanumeric(c) || c == '_'; });
}

[[nodiscard]] constexpr char to_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), to_lower);
  return lower;
}
[[nodiscard]] constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return to_lower(x) == to_lower(y); });
}
[[nodiscard]] constexpr bool starts_with_ignoring_case(std::string_view text, std::string_view start) noexcept {
  return equal_ignoring_case(text.substr(0, start.size()), start);
}

/// The number of code points of valid UTF-8.
[[nodiscard]] constexpr std::size_t code_points(std::string_view text) noexcept {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  return count;
}

/// At most `most` bytes of the beginning of valid UTF-8 `text`, cut between characters.
[[nodiscard]] constexpr std::string_view beginning(std::string_view text, std::size_t most) noexcept {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  return text.substr(0, most);
}

/// The same, with "…" behind it where something was cut.
[[nodiscard]] inline std::string trimmed(std::string_view text, std::size_t most) {
  const std::string_view kept = beginning(text, most);
  return std::string(kept) + (kept.size() < text.size() ? "…" : "");
}

}  // namespace mcp::spec
