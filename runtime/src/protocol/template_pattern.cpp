#include "protocol/template_pattern.hpp"

#include <cstddef>

namespace mcp::protocol {

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0) {
      decoded += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

}  // namespace

TemplatePattern::TemplatePattern(std::string_view text) {
  between_.emplace_back();
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    const std::size_t close = open == text.npos ? text.npos : text.find('}', open);
    between_.back().append(text.substr(0, open));
    if (close == text.npos) break;
    names_.emplace_back(text.substr(open + 1, close - open - 1));
    between_.emplace_back();
    text.remove_prefix(close + 1);
  }
}

bool TemplatePattern::match(std::string_view uri, std::vector<std::optional<std::string>>& values) const {
  values.clear();
  if (!uri.starts_with(between_.front())) return false;
  uri.remove_prefix(between_.front().size());
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::string& next = between_[i + 1];
    const bool last = i + 1 == names_.size();
    if (last && !uri.ends_with(next)) return false;
    const std::size_t end = last ? uri.size() - next.size() : next.empty() ? uri.npos : uri.find(next);
    if (end == uri.npos) return false;
    const std::string_view value = uri.substr(0, end);
    if (value.empty() || value.find('/') != value.npos) return false;
    values.emplace_back(percent_decoded(value));
    uri.remove_prefix(end + next.size());
  }
  return uri.empty();
}

}  // namespace mcp::protocol
