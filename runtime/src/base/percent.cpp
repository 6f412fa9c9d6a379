#include "base/percent.hpp"

#include <simdjson.h>

#include <mcp/spec/percent.hpp>

namespace mcp::protocol {

void append_percent_encoded(char byte, std::string& to) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  to += '%';
  to += kDigits[value >> 4];
  to += kDigits[value & 15];
}

std::string normal_uri(std::string_view uri) {
  std::string normal;
  normal.reserve(uri.size());
  while (!uri.empty()) {
    const char c = uri.front();
    if (const auto byte = spec::percent_byte(uri)) {
      if (is_unreserved(static_cast<char>(*byte))) {
        normal += static_cast<char>(*byte);
      } else {
        append_percent_encoded(static_cast<char>(*byte), normal);
      }
      uri.remove_prefix(3);
      continue;
    }
    if (is_unreserved(c) || is_reserved(c) || c == '%') {
      normal += c;
    } else {
      append_percent_encoded(c, normal);
    }
    uri.remove_prefix(1);
  }
  return normal;
}

bool is_utf8(std::string_view text) noexcept { return simdjson::validate_utf8(text.data(), text.size()); }

}  // namespace mcp::protocol
