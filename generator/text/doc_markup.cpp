#include "text/doc_markup.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>

#include "text/doc_commands.hpp"

namespace mcpgen {
namespace {

struct Entity {
  std::string_view name;
  std::string_view text;
};

// Sorted by name: the entities that are common in comments.
constexpr auto kEntities = std::to_array<Entity>({
    {"amp", "&"},    {"apos", "'"},   {"bull", "•"},   {"cent", "¢"},  {"copy", "©"},  {"deg", "°"},    {"divide", "÷"},
    {"ensp", " "},   {"euro", "€"},   {"frac12", "½"}, {"ge", "≥"},    {"gt", ">"},    {"hellip", "…"}, {"infin", "∞"},
    {"laquo", "«"},  {"larr", "←"},   {"ldquo", "“"},  {"le", "≤"},    {"lsquo", "‘"}, {"lt", "<"},     {"mdash", "—"},
    {"micro", "µ"},  {"middot", "·"}, {"minus", "−"},  {"nbsp", " "},  {"ndash", "–"}, {"ne", "≠"},     {"para", "¶"},
    {"permil", "‰"}, {"pi", "π"},     {"plusmn", "±"}, {"pound", "£"}, {"quot", "\""}, {"raquo", "»"},  {"rarr", "→"},
    {"rdquo", "”"},  {"reg", "®"},    {"rsquo", "’"},  {"sect", "§"},  {"sup2", "²"},  {"sup3", "³"},   {"szlig", "ß"},
    {"thinsp", " "}, {"times", "×"},  {"trade", "™"},  {"yen", "¥"},
});
static_assert(std::ranges::is_sorted(kEntities, {}, &Entity::name), "entity_at() searches by bisection");

/// Appends the code point as UTF-8. Returns false if `point` is not a valid one.
bool append_code_point(std::string& text, std::uint32_t point) {
  constexpr std::uint32_t kLast = 0x10FFFF;
  if (point == 0 || point > kLast || (point >= 0xD800 && point <= 0xDFFF)) return false;
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (point < 0x80) {
    add(point);
  } else if (point < 0x800) {
    add(0xC0 | (point >> 6));
    add(0x80 | (point & 0x3F));
  } else if (point < 0x10000) {
    add(0xE0 | (point >> 12));
    add(0x80 | ((point >> 6) & 0x3F));
    add(0x80 | (point & 0x3F));
  } else {
    add(0xF0 | (point >> 18));
    add(0x80 | ((point >> 12) & 0x3F));
    add(0x80 | ((point >> 6) & 0x3F));
    add(0x80 | (point & 0x3F));
  }
  return true;
}

/// Appends the character that the entity at the beginning of `text` stands for (`&quot;` or `&#34;`). Returns the
/// entity's length; 0 if there is none.
std::size_t append_entity(std::string& to, std::string_view text) {
  constexpr std::size_t kLongest = 12;
  const std::size_t end = text.substr(0, kLongest).find(';');
  if (end == std::string_view::npos || end < 2) return 0;
  std::string_view name = text.substr(1, end - 1);
  if (name.starts_with('#')) {
    const bool is_hex = name.starts_with("#x") || name.starts_with("#X");
    name.remove_prefix(is_hex ? 2 : 1);
    std::uint32_t point = 0;
    const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), point, is_hex ? 16 : 10);
    const bool is_number = error == std::errc() && stop == name.data() + name.size();
    return is_number && append_code_point(to, point) ? end + 1 : 0;
  }
  const auto* found = std::ranges::lower_bound(kEntities, name, {}, &Entity::name);
  if (found == kEntities.end() || found->name != name) return 0;
  to += found->text;
  return end + 1;
}

}  // namespace

std::string plain_doc_text(std::string_view text) {
  std::string result;
  bool is_code = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '`') is_code = !is_code;
    if (!is_code && c == '&') {
      if (const std::size_t length = append_entity(result, text.substr(i)); length != 0) {
        i += length - 1;
        continue;
      }
    }
    if (!is_code && (c == '@' || c == '\\')) {
      const bool begins_word = i == 0 || is_blank(text[i - 1]) || text[i - 1] == '(';
      const std::string_view word = begins_word ? command_word(text.substr(i)) : std::string_view();
      const std::size_t next = text.find_first_not_of(' ', i + 1 + word.size());
      if (is_switch(word)) {
        i += word.size();
        continue;
      }
      if (is_mark_up(word) && next != std::string_view::npos && next > i + 1 + word.size()) {
        i = next - 1;
        continue;
      }
      if (i + 1 < text.size() && text[i + 1] == '@') ++i;  // "@@" and "\@" are one "@"
      result += i > 0 && text[i] == '@' ? '@' : c;
      continue;
    }
    result += c;
  }
  return result;
}

}  // namespace mcpgen
