#include "http/origin.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <stdexcept>

#include <mcp/spec/uri.hpp>

#include "http/ascii.hpp"
#include "jsonrpc/errors.hpp"

namespace mcp::protocol::http {

namespace {

using Port = std::optional<std::uint16_t>;

struct HostView {
  std::string_view name;  // an IPv6 address with its brackets
  Port port;
};

struct OriginView {
  std::string_view scheme;
  HostView host;
};

constexpr bool is_of_name(char c) noexcept { return spec::is_alphanumeric(c) || spec::is_one_of(c, "-._"); }

constexpr bool is_of_address(char c) noexcept { return spec::is_hex(c) || spec::is_one_of(c, ":."); }

/// The number that all of `digits` are; none if there are none, more than `most_digits` or others.
template <class Number>
std::optional<Number> parse_number(std::string_view digits, std::size_t most_digits) noexcept {
  if (digits.size() > most_digits) return std::nullopt;
  Number number = 0;
  const std::from_chars_result parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size()) return std::nullopt;
  return number;
}

/// `name[:port]`, and nothing else.
std::optional<HostView> parse_host(std::string_view text) noexcept {
  std::size_t end = 0;
  if (text.starts_with('[')) {
    end = text.find(']') + 1;  // 0 if there is none
    if (end < 4) return std::nullopt;
    const std::string_view address = text.substr(1, end - 2);
    if (!std::all_of(address.begin(), address.end(), is_of_address)) return std::nullopt;
    if (address.find(':') == std::string_view::npos) return std::nullopt;
  } else {
    while (end < text.size() && is_of_name(text[end])) ++end;
    if (end == 0) return std::nullopt;
  }
  const std::string_view rest = text.substr(end);
  if (rest.empty()) return HostView{.name = text, .port = std::nullopt};
  const Port port = parse_number<std::uint16_t>(rest.substr(1), 5);
  if (rest.front() != ':' || port.value_or(0) == 0) return std::nullopt;
  return HostView{.name = text.substr(0, end), .port = port};
}

/// `scheme://host[:port]`, and nothing else.
std::optional<OriginView> parse_origin(std::string_view text) noexcept {
  constexpr std::string_view kBehindScheme = "://";
  const std::string_view scheme = text.substr(0, text.find(kBehindScheme));
  if (scheme.size() == text.size() || !spec::is_scheme(scheme)) return std::nullopt;
  const std::optional<HostView> host = parse_host(text.substr(scheme.size() + kBehindScheme.size()));
  if (!host) return std::nullopt;
  return OriginView{.scheme = scheme, .host = *host};
}

/// Whether `name` is an IPv4 address of 127.0.0.0/8, in its four-part form.
bool is_loopback_address(std::string_view name) noexcept {
  for (int part = 0; part < 4; ++part) {
    const std::size_t end = part < 3 ? name.find('.') : name.size();
    if (end == std::string_view::npos) return false;
    const std::string_view digits = name.substr(0, end);
    const std::optional<std::uint8_t> number = parse_number<std::uint8_t>(digits, 3);
    if (!number || (digits.size() > 1 && digits.front() == '0')) return false;
    if (part == 0 && *number != 127) return false;
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return true;
}

bool is_loopback(std::string_view name) noexcept {
  return equal_ignoring_case(name, "localhost") || name == "[::1]" || is_loopback_address(name);
}

/// The port that `port` means in an origin; none if the scheme has no own one.
Port effective(Port port, std::string_view scheme) noexcept {
  if (port) return port;
  if (equal_ignoring_case(scheme, "http")) return 80;
  if (equal_ignoring_case(scheme, "https")) return 443;
  return std::nullopt;
}

/// Host has no scheme to tell which port is meant by none.
bool allows_port(Port allowed, Port port) noexcept {
  if (!allowed) return true;
  return port ? port == allowed : allowed == Port(80) || allowed == Port(443);
}

}  // namespace

HostRules::HostRules(std::span<const std::string> hosts, std::span<const std::string> origins, bool on_loopback)
    : on_loopback_(on_loopback) {
  for (const std::string& entry : hosts) allow_host(entry);
  for (const std::string& entry : origins) allow_origin(entry);
}

void HostRules::allow_host(const std::string& entry) {
  if (entry == "*") {
    any_host_ = true;
    return;
  }
  const std::optional<HostView> host = parse_host(entry);
  if (!host) {
    throw std::invalid_argument("The allowed host " + in_quotes(entry) +
                                " must be a name or address, with or without a port (\"example.com\", "
                                "\"192.0.2.1:8080\", \"[2001:db8::1]\"), or \"*\"");
  }
  hosts_.push_back({.name = std::string(host->name), .port = host->port});
}

void HostRules::allow_origin(const std::string& entry) {
  if (entry == "*" || entry == "null") {
    (entry == "*" ? any_origin_ : null_origin_) = true;
    return;
  }
  const std::optional<OriginView> origin = parse_origin(entry);
  if (!origin) {
    throw std::invalid_argument("The allowed origin " + in_quotes(entry) +
                                " must be a scheme and a host, with or without a port, and nothing behind them "
                                "(\"https://example.com\", \"http://localhost:3000\"), or \"null\", or \"*\"");
  }
  const Port port = effective(origin->host.port, origin->scheme);
  origins_.push_back(
      {.scheme = std::string(origin->scheme), .host = {.name = std::string(origin->host.name), .port = port}});
}

bool HostRules::allows_host(std::string_view host) const noexcept {
  const std::optional<HostView> parsed = parse_host(trim(host));
  if (!parsed) return false;
  if (any_host_ || (on_loopback_ && is_loopback(parsed->name))) return true;
  return std::any_of(hosts_.begin(), hosts_.end(), [&parsed](const Host& allowed) {
    return equal_ignoring_case(allowed.name, parsed->name) && allows_port(allowed.port, parsed->port);
  });
}

bool HostRules::allows_origin(std::string_view origin) const noexcept {
  origin = trim(origin);
  if (origin == "null") return null_origin_ || any_origin_;
  const std::optional<OriginView> parsed = parse_origin(origin);
  if (!parsed) return false;
  if (any_origin_) return true;
  const bool of_web = equal_ignoring_case(parsed->scheme, "http") || equal_ignoring_case(parsed->scheme, "https");
  if (of_web && is_loopback(parsed->host.name)) return true;
  const Port port = effective(parsed->host.port, parsed->scheme);
  return std::any_of(origins_.begin(), origins_.end(), [&](const Origin& allowed) {
    return equal_ignoring_case(allowed.scheme, parsed->scheme) &&
           equal_ignoring_case(allowed.host.name, parsed->host.name) && allowed.host.port == port;
  });
}

}  // namespace mcp::protocol::http
