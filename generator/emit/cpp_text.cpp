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

std::string cpp_json_string(std::string_view text) {
  if (text.find(")json\"") != std::string_view::npos) return cpp_string(text);
  return "R\"json(" + std::string(text) + ")json\"";
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
