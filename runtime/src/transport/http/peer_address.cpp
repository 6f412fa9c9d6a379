#include "transport/http/peer_address.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstring>

#include "http/ascii.hpp"
#include "transport/http/server.hpp"

namespace mcp::transport {

std::string http_address(std::string_view text) {
  if (text == "unix") return "unix";
  const std::string address(text);
  in6_addr bytes{};
  char normal[INET6_ADDRSTRLEN];
  for (const int family : {AF_INET, AF_INET6}) {
    if (::inet_pton(family, address.c_str(), &bytes) != 1) continue;
    if (family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&bytes)) {
      return ::inet_ntop(AF_INET, &bytes.s6_addr[12], normal, sizeof normal);
    }
    return ::inet_ntop(family, &bytes, normal, sizeof normal);
  }
  return {};
}

namespace http {

namespace {

using protocol::http::equal_ignoring_case;
using protocol::http::trim;

/// Removes the last element of a list and returns it.
std::string_view take_last(std::string_view& list) {
  const std::size_t comma = list.rfind(',');
  const std::string_view last = comma == std::string_view::npos ? list : list.substr(comma + 1);
  list = comma == std::string_view::npos ? std::string_view() : list.substr(0, comma);
  return trim(last);
}

/// The value of "for" in one element of Forwarded.
std::string_view for_of(std::string_view element) {
  while (!element.empty()) {
    const std::size_t end = element.find(';');
    const std::string_view pair = trim(element.substr(0, end));
    const std::size_t equals = pair.find('=');
    if (equals != std::string_view::npos && equal_ignoring_case(trim(pair.substr(0, equals)), "for")) {
      return trim(pair.substr(equals + 1));
    }
    element = end == std::string_view::npos ? std::string_view() : element.substr(end + 1);
  }
  return {};
}

/// The address in "192.0.2.1:80", "[2001:db8::1]:80" and the like, with quotes around it or without; empty if it is
/// none.
std::string address_in(std::string_view node) {
  if (node.size() >= 2 && node.front() == '"' && node.back() == '"') node = node.substr(1, node.size() - 2);
  if (node.starts_with('[')) {
    const std::size_t end = node.find(']');
    return end == std::string_view::npos ? std::string() : http_address(node.substr(1, end - 1));
  }
  const std::size_t colon = node.find(':');
  if (colon != std::string_view::npos && node.find(':', colon + 1) == std::string_view::npos) {
    node = node.substr(0, colon);
  }
  return node == "unix" ? std::string() : http_address(node);
}

}  // namespace

bool is_trusted_proxy(std::string_view address, std::span<const std::string> proxies) {
  if (address.starts_with("user ")) address = "unix";
  return std::ranges::find(proxies, address) != proxies.end();
}

std::string holder_of_address(std::string_view address) {
  const std::string text(address);
  in6_addr bytes{};
  if (::inet_pton(AF_INET6, text.c_str(), &bytes) != 1) return text;
  std::memset(&bytes.s6_addr[8], 0, 8);
  char network[INET6_ADDRSTRLEN];
  return std::string(::inet_ntop(AF_INET6, &bytes, network, sizeof network)) + "/64";
}

std::string forwarded_client(std::string_view forwarded, std::string_view forwarded_for,
                             std::span<const std::string> proxies) {
  const bool standard = !forwarded.empty();
  std::string_view list = standard ? forwarded : forwarded_for;
  while (!list.empty()) {
    const std::string_view last = take_last(list);
    std::string address = address_in(standard ? for_of(last) : last);
    if (address.empty()) return {};  // hidden or unknown: any client may have written what stands before it
    if (!is_trusted_proxy(address, proxies)) return address;
  }
  return {};
}

}  // namespace http

}  // namespace mcp::transport
