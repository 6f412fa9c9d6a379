#include <mcp/spec/ip_address.hpp>

#include <arpa/inet.h>

#include <array>
#include <cstddef>
#include <string>

namespace mcp::spec {

namespace {

bool is_address(std::string_view text, int family) {
  constexpr std::size_t kMost = 45;  // of an IPv6 address that ends in an IPv4 one
  if (text.size() > kMost || text.find('\0') != std::string_view::npos) return false;
  std::array<unsigned char, 16> address;
  return inet_pton(family, std::string(text).c_str(), address.data()) == 1;
}

}  // namespace

bool is_ipv4(std::string_view text) { return is_address(text, AF_INET); }
bool is_ipv6(std::string_view text) { return is_address(text, AF_INET6); }

}  // namespace mcp::spec
