#include <mcp/spec/formats.hpp>

#include <algorithm>
#include <cstddef>

#include <mcp/spec/ip_address.hpp>
#include <mcp/spec/rfc3339.hpp>
#include <mcp/spec/text.hpp>
#include <mcp/spec/uri.hpp>

namespace mcp::spec {

namespace {

bool is_email(std::string_view text) {
  constexpr std::size_t kMostOfLocal = 64;
  const std::size_t at = text.rfind('@');
  if (at == std::string_view::npos || at == 0 || at > kMostOfLocal) return false;
  const std::string_view local = text.substr(0, at);
  if (local.front() == '.' || local.back() == '.' || local.find("..") != std::string_view::npos) return false;
  for (const char c : local) {
    if (!is_alphanumeric(c) && !is_one_of(c, ".!#$%&'*+/=?^_`{|}~-")) return false;
  }
  return is_hostname(text.substr(at + 1));
}

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool hyphen = i == 8 || i == 13 || i == 18 || i == 23;
    if (hyphen ? text[i] != '-' : !is_hex(text[i])) return false;
  }
  return true;
}

}  // namespace

std::string_view name_of(detail::Format format) noexcept {
  const auto* const found = std::ranges::find(kFormats, format, &NamedFormat::format);
  return found == kFormats.end() ? std::string_view() : found->name;
}

std::optional<detail::Format> format_named(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kFormats, name, &NamedFormat::name);
  if (found == kFormats.end()) return std::nullopt;
  return found->format;
}

bool has_format(std::string_view text, detail::Format format) {
  using detail::Format;
  switch (format) {
    case Format::Date:
      return parse_date(text).has_value();
    case Format::DateTime:
      return parse_date_time(text).has_value();
    case Format::Time:
      return is_time(text);
    case Format::Duration:
      return parse_duration(text).has_value();
    case Format::Email:
      return is_email(text);
    case Format::Hostname:
      return is_hostname(text);
    case Format::Ipv4:
      return is_ipv4(text);
    case Format::Ipv6:
      return is_ipv6(text);
    case Format::Uri:
      return is_uri(text);
    case Format::Uuid:
      return is_uuid(text);
    case Format::None:
      break;
  }
  return true;
}

}  // namespace mcp::spec
