#include "emit/cpp_text.hpp"

#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>

namespace mcpgen {

std::string cpp_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      // Always three octal digits: a digit that follows cannot join in.
      out += '\\';
      out += static_cast<char>('0' + (byte >> 6));
      out += static_cast<char>('0' + ((byte >> 3) & 7));
      out += static_cast<char>('0' + (byte & 7));
    } else if (c == '?') {
      out += "\\?";  // no trigraphs
    } else {
      out += c;
    }
  }
  return out + '"';
}

namespace {

/// How much of `text` stands on a line of at most `room` bytes: up to behind a comma or a space, and no character cut.
std::size_t length_of_line(std::string_view text, std::size_t room) {
  if (text.size() <= room) return text.size();
  for (std::size_t end = room; end > room / 2; --end) {
    if (text[end - 1] == ',' || text[end - 1] == ' ') return end;
  }
  std::size_t end = room;
  while (end > 1 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return end;
}

/// `pieces` as literals with `open` and `close` around them, below one another.
std::string literals(std::string_view text, std::string_view open, std::string_view close, std::size_t indent,
                     std::string_view behind) {
  const std::size_t room = kColumns - indent - open.size() - close.size() - 2;
  std::string lines;
  while (true) {
    // What stands behind the last one needs room, too.
    std::size_t length = length_of_line(text, room);
    if (length == text.size() && length + behind.size() > room) length = length_of_line(text, room - behind.size());
    lines.append(open).append(text.substr(0, length)).append(close);
    text.remove_prefix(length);
    if (text.empty()) return lines.append(behind);
    lines.append("\n").append(indent, ' ');
  }
}

/// The same of text that is escaped; a piece ends behind a space, so that no escape is cut.
std::string escaped_literals(std::string_view text, std::size_t indent, std::string_view behind) {
  std::string lines;
  const std::size_t room = kColumns - indent - 4 - behind.size();
  std::string line;
  const auto put = [&] {
    if (!lines.empty()) lines.append("\n").append(indent, ' ');
    lines += '"' + line + '"';
    line.clear();
  };
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space == std::string_view::npos ? text.size() : space + 1);
    const std::string literal = cpp_string(word);
    const std::string_view escaped = std::string_view(literal).substr(1, literal.size() - 2);
    if (!line.empty() && line.size() + escaped.size() > room) put();
    line += escaped;
    text.remove_prefix(word.size());
  }
  if (!line.empty() || lines.empty()) put();
  return lines.append(behind);
}

}  // namespace

std::string cpp_json_string(std::string_view text, std::size_t indent, std::string_view behind) {
  if (text.find(")\"") == std::string_view::npos) return literals(text, "R\"(", ")\"", indent, behind);
  if (text.find(")json\"") == std::string_view::npos) return literals(text, "R\"json(", ")json\"", indent, behind);
  return escaped_literals(text, indent, behind);
}

std::string cpp_long_string(std::string_view text, std::size_t indent, std::string_view behind) {
  return escaped_literals(text, indent, behind);
}

namespace {

/// An element whose text has room on one line, and what follows it has not: `more` is broken at its last comma.
std::string packed_element(std::string text, const std::string& more) {
  const std::size_t comma = more.rfind(", ");
  if (comma != 0 && 5 + text.size() + comma <= kColumns) {
    return '{' + text + more.substr(1, comma) + "\n     " + more.substr(comma + 2) + "},";
  }
  return '{' + std::move(text) + "\n     " + more.substr(2) + "},";
}

}  // namespace

std::string cpp_json_element(std::string_view json, const std::string& more) {
  const std::string line = '{' + cpp_json_string(json, 5, "sv" + more + "},");
  if (more.empty() || line.find('\n') == std::string::npos) return line;
  // As clang-format has it: what follows a text of several lines has its own.
  std::string text = cpp_json_string(json, 5, "sv,");
  if (text.find('\n') == std::string::npos) return packed_element(std::move(text), more);
  return '{' + text + "\n     " + more.substr(2) + "},";
}

namespace {

/// `arguments` and `tail` below one another, as many on a line as have room; the first one stands at column `at`.
std::string packed(const std::vector<std::string>& arguments, std::string_view tail, std::size_t at) {
  std::string lines;
  std::size_t column = at;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool is_last = i + 1 == arguments.size();
    const std::size_t size = arguments[i].size() + (is_last ? tail.size() : 1);
    if (i != 0 && column + 1 + size > kColumns) {
      lines.append("\n").append(at, ' ');
      column = at;
    } else if (i != 0) {
      lines += ' ';
      ++column;
    }
    lines.append(arguments[i]).append(is_last ? tail : ",");
    column += size;
  }
  return arguments.empty() ? std::string(tail) : lines;
}

struct Extent {
  std::size_t lines;
  bool fits;
};
Extent extent_of(std::string_view lines, std::size_t first_column) {
  Extent extent{1, true};
  std::size_t column = first_column;
  for (const char c : lines) {
    column = c == '\n' ? 0 : column + 1;
    extent.lines += c == '\n' ? 1U : 0U;
    extent.fits = extent.fits && column <= kColumns;
  }
  return extent;
}

}  // namespace

std::string cpp_list(std::string_view head, const std::vector<std::string>& elements, std::string_view tail,
                     std::size_t indent) {
  const std::string below_head = packed(elements, tail, indent + head.size());
  const std::string below = packed(elements, tail, indent + 4);
  const Extent at_head = extent_of(below_head, indent + head.size());
  // As clang-format has it: behind the bracket, unless that takes more lines, or longer ones than there may be.
  if (at_head.fits && at_head.lines <= extent_of(below, indent + 4).lines + 1) return std::string(head) + below_head;
  return std::string(head) + '\n' + std::string(indent + 4, ' ') + below;
}

std::string UniqueNames::take(std::string_view prefix, std::string_view name) {
  std::string first(prefix);
  for (const char c : cpp_identifier(name)) {
    if (c != '_' || first.back() != '_') first += c;  // two underscores are the compiler's
  }
  std::string unique = first;
  for (int i = 2; !taken_.insert(unique).second; ++i) unique = first + '_' + std::to_string(i);
  return unique;
}

std::string cpp_identifier(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x80 && std::isalnum(byte) != 0 ? c : '_';
  }
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out.front())) != 0) out.insert(out.begin(), '_');
  return out;
}

std::string cpp_bound(const nlohmann::ordered_json& number) {
  if (number.is_number_unsigned()) {
    return "detail::Bound(std::uint64_t{" + std::to_string(number.get<std::uint64_t>()) + "U})";
  }
  if (number.is_number_integer()) return "detail::Bound(" + cpp_int64(std::to_string(number.get<std::int64_t>())) + ')';
  std::array<char, 40> digits{};
  const auto end = std::to_chars(digits.begin(), digits.end(), number.get<double>(), std::chars_format::scientific).ptr;
  return "detail::Bound(double{" + std::string(digits.begin(), end) + "})";
}

std::string cpp_int64(const std::string& decimal) {
  std::int64_t value = 0;
  if (std::from_chars(decimal.data(), decimal.data() + decimal.size(), value).ec != std::errc()) {
    return "static_cast<std::int64_t>(std::uint64_t{" + decimal + "U})";  // beyond 2^63: an unsigned enumeration
  }
  if (value == INT64_MIN) return "(std::int64_t{-9223372036854775807} - 1)";
  return "std::int64_t{" + decimal + '}';
}

}  // namespace mcpgen
