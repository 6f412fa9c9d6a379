#include <mcp/spec/percent.hpp>

#include <charconv>

namespace mcp::spec {

std::optional<unsigned char> percent_byte(std::string_view text) noexcept {
  if (text.size() < 3 || text[0] != '%') return std::nullopt;
  unsigned char byte = 0;
  if (std::from_chars(text.data() + 1, text.data() + 3, byte, 16).ptr != text.data() + 3) return std::nullopt;
  return byte;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  while (!text.empty()) {
    const std::optional<unsigned char> byte = percent_byte(text);
    decoded += byte ? static_cast<char>(*byte) : text.front();
    text.remove_prefix(byte ? 3 : 1);
  }
  return decoded;
}

}  // namespace mcp::spec
