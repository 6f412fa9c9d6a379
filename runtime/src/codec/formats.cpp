#include "codec/formats.hpp"

#include <arpa/inet.h>

#include <array>
#include <cstddef>
#include <string>

#include "codec/rfc3339.hpp"
#include "codec/text.hpp"

namespace mcp::codec_internal {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

bool is_hostname(std::string_view text) {
  constexpr std::size_t kMost = 253, kMostOfLabel = 63;
  if (text.empty() || text.size() > kMost) return false;
  std::size_t size = 0;  // of the label so far
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.') {
      if (size == 0 || text[i - 1] == '-') return false;
      size = 0;
      continue;
    }
    if (!is_digit(c) && !is_letter(c) && !(c == '-' && size != 0)) return false;
    if (++size > kMostOfLabel) return false;
  }
  return size != 0 && text.back() != '-';
}

bool is_email(std::string_view text) {
  constexpr std::size_t kMostOfLocal = 64;
  const std::size_t at = text.rfind('@');
  if (at == std::string_view::npos || at == 0 || at > kMostOfLocal) return false;
  const std::string_view local = text.substr(0, at);
  if (local.front() == '.' || local.back() == '.' || local.find("..") != std::string_view::npos) return false;
  for (const char c : local) {
    if (!is_digit(c) && !is_letter(c) && !is_one_of(c, ".!#$%&'*+/=?^_`{|}~-")) return false;
  }
  return is_hostname(text.substr(at + 1));
}

bool is_address(std::string_view text, int family) {
  constexpr std::size_t kMost = 45;  // of an IPv6 address that ends in an IPv4 one
  if (text.size() > kMost || text.find('\0') != std::string_view::npos) return false;
  std::array<unsigned char, 16> address;
  return inet_pton(family, std::string(text).c_str(), address.data()) == 1;
}

/// RFC 3986: unreserved, sub-delims, percent-encoded octets, and `more`.
bool is_made_of(std::string_view text, std::string_view more) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '%') {
      if (text.size() - i < 3 || !is_hex(text[i + 1]) || !is_hex(text[i + 2])) return false;
      i += 2;
    } else if (!is_digit(c) && !is_letter(c) && !is_one_of(c, "-._~!$&'()*+,;=") && !is_one_of(c, more)) {
      return false;
    }
  }
  return true;
}

bool is_ip_literal(std::string_view text) {
  if (is_address(text, AF_INET6)) return true;
  // IPvFuture: "v1.anything"
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos || dot < 2 || (text[0] != 'v' && text[0] != 'V')) return false;
  for (const char c : text.substr(1, dot - 1)) {
    if (!is_hex(c)) return false;
  }
  const std::string_view rest = text.substr(dot + 1);
  return !rest.empty() && rest.find('%') == std::string_view::npos && is_made_of(rest, ":");
}

bool is_authority(std::string_view text) {
  if (const std::size_t at = text.find('@'); at != std::string_view::npos) {
    if (!is_made_of(text.substr(0, at), ":")) return false;
    text.remove_prefix(at + 1);
  }
  std::string_view port;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos || !is_ip_literal(text.substr(1, end - 1))) return false;
    port = text.substr(end + 1);
  } else {
    const std::size_t colon = text.find(':');
    if (!is_made_of(text.substr(0, colon), "")) return false;
    if (colon != std::string_view::npos) port = text.substr(colon);
  }
  if (port.empty()) return true;
  if (port[0] != ':') return false;
  for (const char c : port.substr(1)) {
    if (!is_digit(c)) return false;
  }
  return true;
}

bool is_uri(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || !is_letter(text[0])) return false;
  for (const char c : text.substr(0, colon)) {
    if (!is_digit(c) && !is_letter(c) && !is_one_of(c, "+-.")) return false;
  }
  text.remove_prefix(colon + 1);
  if (const std::size_t hash = text.find('#'); hash != std::string_view::npos) {
    if (!is_made_of(text.substr(hash + 1), ":@/?")) return false;
    text = text.substr(0, hash);
  }
  if (const std::size_t mark = text.find('?'); mark != std::string_view::npos) {
    if (!is_made_of(text.substr(mark + 1), ":@/?")) return false;
    text = text.substr(0, mark);
  }
  if (text.starts_with("//")) {
    text.remove_prefix(2);
    const std::size_t slash = text.find('/');
    if (!is_authority(text.substr(0, slash))) return false;
    text = slash == std::string_view::npos ? std::string_view() : text.substr(slash);
  }
  return is_made_of(text, ":@/");
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
      return is_address(text, AF_INET);
    case Format::Ipv6:
      return is_address(text, AF_INET6);
    case Format::Uri:
      return is_uri(text);
    case Format::Uuid:
      return is_uuid(text);
    case Format::None:
      break;
  }
  return true;
}

}  // namespace mcp::codec_internal
