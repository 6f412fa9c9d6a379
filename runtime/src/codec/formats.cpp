#include "codec/formats.hpp"

#include <arpa/inet.h>

#include <array>
#include <cstddef>
#include <string>

#include <mcp/spec/rfc3339.hpp>
#include <mcp/spec/text.hpp>
#include <mcp/spec/uri.hpp>

namespace mcp::internal {

namespace {

bool is_email(std::string_view text) {
  constexpr std::size_t kMostOfLocal = 64;
  const std::size_t at = text.rfind('@');
  if (at == std::string_view::npos || at == 0 || at > kMostOfLocal) return false;
  const std::string_view local = text.substr(0, at);
  if (local.front() == '.' || local.back() == '.' || local.find("..") != std::string_view::npos) return false;
  for (const char c : local) {
    if (!spec::is_digit(c) && !spec::is_letter(c) && !spec::is_one_of(c, ".!#$%&'*+/=?^_`{|}~-")) return false;
  }
  return spec::is_hostname(text.substr(at + 1));
}

bool is_address(std::string_view text, int family) {
  constexpr std::size_t kMost = 45;  // of an IPv6 address that ends in an IPv4 one
  if (text.size() > kMost || text.find('\0') != std::string_view::npos) return false;
  std::array<unsigned char, 16> address;
  return inet_pton(family, std::string(text).c_str(), address.data()) == 1;
}

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool hyphen = i == 8 || i == 13 || i == 18 || i == 23;
    if (hyphen ? text[i] != '-' : !spec::is_hex(text[i])) return false;
  }
  return true;
}

}  // namespace

std::string_view name_of(detail::Format format) noexcept {
  using detail::Format;
  switch (format) {
    case Format::Date:
      return "date";
    case Format::DateTime:
      return "date-time";
    case Format::Time:
      return "time";
    case Format::Duration:
      return "duration";
    case Format::Email:
      return "email";
    case Format::Hostname:
      return "hostname";
    case Format::Ipv4:
      return "ipv4";
    case Format::Ipv6:
      return "ipv6";
    case Format::Uri:
      return "uri";
    case Format::Uuid:
      return "uuid";
    case Format::None:
      break;
  }
  return {};
}

bool has_format(std::string_view text, detail::Format format) {
  using detail::Format;
  switch (format) {
    case Format::Date:
      return spec::parse_date(text).has_value();
    case Format::DateTime:
      return spec::parse_date_time(text).has_value();
    case Format::Time:
      return spec::is_time(text);
    case Format::Duration:
      return spec::parse_duration(text).has_value();
    case Format::Email:
      return is_email(text);
    case Format::Hostname:
      return spec::is_hostname(text);
    case Format::Ipv4:
      return is_address(text, AF_INET);
    case Format::Ipv6:
      return is_address(text, AF_INET6);
    case Format::Uri:
      return spec::is_uri(text);
    case Format::Uuid:
      return is_uuid(text);
    case Format::None:
      break;
  }
  return true;
}

}  // namespace mcp::internal
