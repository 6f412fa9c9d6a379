#include <mcp/spec/uri.hpp>

#include <algorithm>
#include <cstddef>

#include <mcp/spec/ip_address.hpp>
#include <mcp/spec/percent.hpp>
#include <mcp/spec/text.hpp>

namespace mcp::spec {

namespace {

/// RFC 3986: unreserved, sub-delims, percent-encoded octets, and `more`.
bool is_made_of(std::string_view text, std::string_view more) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (percent_byte(text.substr(i))) {
      i += 2;
    } else if (!is_unreserved(c) && !is_sub_delimiter(c) && !is_one_of(c, more)) {
      return false;
    }
  }
  return true;
}

bool is_ip_literal(std::string_view text) {
  if (is_ipv6(text)) return true;
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

}  // namespace

bool is_scheme(std::string_view text) noexcept {
  return !text.empty() && is_letter(text.front()) &&
         std::ranges::all_of(text, [](char c) { return is_alphanumeric(c) || is_one_of(c, "+-."); });
}

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
    if (!is_alphanumeric(c) && !(c == '-' && size != 0)) return false;
    if (++size > kMostOfLabel) return false;
  }
  return size != 0 && text.back() != '-';
}

bool is_uri(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || !is_scheme(text.substr(0, colon))) return false;
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

bool is_web_address(std::string_view text) {
  constexpr std::string_view kMarks = "://";
  const std::size_t mark = text.find(kMarks);
  const std::string_view scheme = text.substr(0, mark);
  if ((scheme != "https" && scheme != "http") || mark == std::string_view::npos || !is_uri(text)) return false;
  const std::string_view rest = text.substr(mark + kMarks.size());
  return !rest.empty() && !is_one_of(rest.front(), "/?#:");
}

bool has_scheme(std::string_view text) {
  const std::size_t colon = text.find(':');
  return colon != std::string_view::npos && colon + 1 != text.size() && is_scheme(text.substr(0, colon));
}

}  // namespace mcp::spec
