#include <mcp/spec/media_type.hpp>

#include <algorithm>
#include <cstddef>

#include <mcp/spec/text.hpp>

namespace mcp::spec {

namespace {

/// A restricted name, 4.2, which may begin with any of its characters.
bool is_restricted_name(std::string_view text) noexcept {
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return is_alphanumeric(c) || is_one_of(c, "!#$&^_.+-"); });
}

}  // namespace

bool is_media_type(std::string_view text) noexcept {
  const std::size_t semicolon = text.find(';');
  std::string_view names = text.substr(0, semicolon);
  if (semicolon != std::string_view::npos) {
    if (text.find_first_of("\r\n", semicolon) != std::string_view::npos) return false;
    while (names.ends_with(' ')) names.remove_suffix(1);
  }
  const std::size_t slash = names.find('/');
  return slash != std::string_view::npos && is_restricted_name(names.substr(0, slash)) &&
         is_restricted_name(names.substr(slash + 1));
}

}  // namespace mcp::spec
