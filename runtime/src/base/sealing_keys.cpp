// Reads keys from the text of an option or a file.
#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "base/digest.hpp"
#include "base/sealing.hpp"

namespace mcp::protocol {

namespace {

constexpr std::string_view kSpace = " \t\r\v\f";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

/// Removes the part up to the next `separator`, or all, from the front of `text` and returns it.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

bool read_hex(std::string_view text, SealingKey& to) {
  if (text.size() != 2 * to.size()) return false;
  for (std::size_t i = 0; i < to.size(); ++i) {
    unsigned char byte = 0;
    const char* const end = text.data() + 2 * i + 2;
    if (std::from_chars(end - 2, end, byte, 16).ptr != end) return false;
    to[i] = std::byte{byte};
  }
  return true;
}

bool read_base64(std::string_view text, SealingKey& to) {
  std::string url(text);
  if (url.ends_with('=')) url.pop_back();
  std::replace(url.begin(), url.end(), '+', '-');
  std::replace(url.begin(), url.end(), '/', '_');
  const std::optional<std::vector<std::byte>> bytes = from_base64url(url);
  if (!bytes || bytes->size() != to.size()) return false;
  std::copy(bytes->begin(), bytes->end(), to.begin());
  return true;
}

}  // namespace

std::vector<SealingKey> parse_keys(std::string_view text) {
  std::vector<SealingKey> keys;
  std::size_t number = 0;
  while (!text.empty()) {
    std::string_view line = take(text, '\n');
    line = take(line, '#');
    ++number;
    const auto refuse = [number](const std::string& why) {
      throw std::invalid_argument("line " + std::to_string(number) + ": " + why +
                                  "; `openssl rand -hex 32` makes a key");
    };
    while (!line.empty()) {
      const std::string_view entry = trimmed(take(line, ','));
      if (entry.empty()) continue;
      SealingKey& key = keys.emplace_back();
      if (!read_hex(entry, key) && !read_base64(entry, key)) {
        refuse("a key of " + std::to_string(entry.size()) +
               " characters is neither 64 hexadecimal digits nor the base64 of 32 bytes");
      }
      if (std::count(key.begin(), key.end(), key.front()) == static_cast<std::ptrdiff_t>(key.size())) {
        refuse("a key with 32 times the same byte is no secret");
      }
    }
  }
  if (keys.empty()) throw std::invalid_argument("there is no key; `openssl rand -hex 32` makes one");
  return keys;
}

}  // namespace mcp::protocol
