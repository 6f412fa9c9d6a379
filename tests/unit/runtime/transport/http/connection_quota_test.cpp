#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "transport/http/connection_quota.hpp"
#include "transport/http/peer_address.hpp"
#include "transport/http/server.hpp"

namespace mcp::transport::http {
namespace connection_quota_test {

TEST(HttpAddress, is_written_in_one_way) {
  EXPECT_EQ(http_address("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(http_address("2001:DB8:0::1"), "2001:db8::1");
  EXPECT_EQ(http_address("::ffff:192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(http_address("unix"), "unix");
  for (const char* text : {"", "localhost", "192.0.2.1:80", "[::1]", "1.2.3", "unix:/x"})
    EXPECT_EQ(http_address(text), "");
}

TEST(Holder, of_an_IPv6_address_is_its_network) {
  EXPECT_EQ(holder_of_address("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(holder_of_address("user 1000"), "user 1000");
  EXPECT_EQ(holder_of_address("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(holder_of_address("2001:db8:1:2::"), holder_of_address("2001:db8:1:2:ffff::1"));
}

TEST(Forwarded, names_the_last_client_that_is_no_proxy) {
  const std::vector<std::string> proxies{"10.0.0.1", "10.0.0.2"};
  const auto standard = [&](std::string_view list) { return forwarded_client(list, "198.51.100.9", proxies); };
  const auto older = [&](std::string_view list) { return forwarded_client("", list, proxies); };
  EXPECT_EQ(standard("for=192.0.2.60;proto=http;by=203.0.113.43"), "192.0.2.60");
  EXPECT_EQ(standard("for=192.0.2.43, For=\"[2001:DB8:cafe::17]:4711\""), "2001:db8:cafe::17");
  EXPECT_EQ(standard("for=1.1.1.1, proto=http ; FOR = 192.0.2.43:80"), "192.0.2.43");
  EXPECT_EQ(standard("for=192.0.2.43, for=10.0.0.2"), "192.0.2.43");
  EXPECT_EQ(standard("for=192.0.2.43, for=unknown"), "");
  EXPECT_EQ(standard("for=192.0.2.43, for=_hidden"), "");
  EXPECT_EQ(standard("for=192.0.2.43, by=10.0.0.1"), "");
  EXPECT_EQ(standard("for=10.0.0.1"), "");
  EXPECT_EQ(older("192.0.2.1, 192.0.2.2"), "192.0.2.2");
  EXPECT_EQ(older("192.0.2.1,10.0.0.1 , 10.0.0.2"), "192.0.2.1");
  EXPECT_EQ(older("2001:db8::1"), "2001:db8::1");
  EXPECT_EQ(older("[2001:db8::1]:80"), "2001:db8::1");
  EXPECT_EQ(older("unix"), "");
  for (const char* list : {"", ",", "a, ", "[", "for=", "\""}) EXPECT_EQ(older(list), "") << list;
}

TEST(ConnectionQuota, gives_one_address_half_of_the_places_and_a_proxy_what_there_is) {
  const std::vector<std::string> proxies{"10.0.0.1", "unix"};
  ConnectionQuota quota(8, proxies);
  std::vector<std::shared_ptr<const ConnectionPermit>> permits;
  for (int i = 0; i < 4; ++i) permits.push_back(quota.acquire("192.0.2.1"));
  EXPECT_EQ(quota.acquire("192.0.2.1"), nullptr);
  permits.push_back(quota.acquire("2001:db8::1"));
  ASSERT_NE(permits.back(), nullptr);
  EXPECT_EQ(permits.back()->address, "2001:db8::1");
  EXPECT_EQ(permits.back()->holder, "2001:db8::/64");
  EXPECT_FALSE(permits.back()->is_proxy);
  permits.push_back(quota.acquire("10.0.0.1"));
  permits.push_back(quota.acquire("user 7"));
  for (std::size_t i = 5; i < 7; ++i) {
    ASSERT_NE(permits[i], nullptr);
    EXPECT_TRUE(permits[i]->is_proxy);
  }
  permits.push_back(quota.acquire("192.0.2.2"));
  EXPECT_NE(permits.back(), nullptr);
  EXPECT_EQ(quota.acquire("10.0.0.1"), nullptr) << "all are taken";
  permits.erase(permits.begin());
  EXPECT_NE(quota.acquire("192.0.2.1"), nullptr);
}

}  // namespace connection_quota_test
}  // namespace mcp::transport::http
