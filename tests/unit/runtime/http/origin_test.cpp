#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/origin.hpp"

namespace mcp::protocol::http {
namespace origin_test {

using testing::HasSubstr;

HostRules hosts(const std::vector<std::string>& allowed, bool on_loopback = false) {
  return HostRules(allowed, {}, on_loopback);
}
HostRules origins(const std::vector<std::string>& allowed) { return HostRules({}, allowed, false); }

TEST(Host, is_a_loopback_name_by_default_when_the_server_is_local) {
  const HostRules local = hosts({}, true);
  const HostRules open = hosts({});
  for (const char* host : {"localhost", "LocalHost", "localhost:3000", "127.0.0.1", "127.0.0.1:8080", "127.255.0.9",
                           "[::1]", "[::1]:65535", " localhost\t"}) {
    EXPECT_TRUE(local.allows_host(host)) << host;
    EXPECT_FALSE(open.allows_host(host)) << host;
  }
  for (const char* host : {"evil.example.com", "localhost.evil.example", "evil.localhost", "127.0.0.1.evil.example",
                           "128.0.0.1", "127.0.0", "127.0.0.0.1", "127.0.0.256", "127.0.0.01", "127.1", "127.0.0.",
                           "0.0.0.0", "[::]", "[::2]", "localhost.", "xlocalhost", "2130706433"}) {
    EXPECT_FALSE(local.allows_host(host)) << host;
  }
}

TEST(Host, is_one_that_is_listed_with_any_port) {
  const HostRules rules = hosts({"mcp.example.com", "192.0.2.1", "[2001:DB8::1]"});
  for (const char* host : {"mcp.example.com", "MCP.example.COM", "mcp.example.com:8443", "192.0.2.1:1", "[2001:db8::1]",
                           "[2001:db8::1]:443"}) {
    EXPECT_TRUE(rules.allows_host(host)) << host;
  }
  for (const char* host :
       {"example.com", "x.mcp.example.com", "mcp.example.com.evil.example", "192.0.2.11", "2001:db8::1", "localhost"}) {
    EXPECT_FALSE(rules.allows_host(host)) << host;
  }
}

TEST(Host, must_have_the_port_that_is_listed) {
  const HostRules rules = hosts({"a.example:8080", "b.example:443", "c.example:80"});
  EXPECT_TRUE(rules.allows_host("a.example:8080"));
  EXPECT_TRUE(rules.allows_host("a.example:08080"));
  EXPECT_FALSE(rules.allows_host("a.example:80"));
  EXPECT_FALSE(rules.allows_host("a.example"));
  EXPECT_TRUE(rules.allows_host("b.example"));
  EXPECT_TRUE(rules.allows_host("c.example"));
  EXPECT_FALSE(rules.allows_host("b.example:80"));
}

TEST(Host, must_be_well_formed_even_where_all_are_allowed) {
  const HostRules rules = hosts({"*"}, true);
  EXPECT_TRUE(rules.allows_host("anything.example:1"));
  for (const char* host : {"",
                           " ",
                           ":80",
                           "localhost:",
                           "localhost:0",
                           "localhost:65536",
                           "localhost:80x",
                           "localhost:-1",
                           "localhost:+80",
                           "localhost: 80",
                           "localhost:000080",
                           "localhost:80:80",
                           "user@localhost",
                           "localhost@evil.example",
                           "local host",
                           "localhost/",
                           "localhost#",
                           "localhost?",
                           "localhost\\evil",
                           "http://localhost",
                           "[::1",
                           "::1",
                           "[]",
                           "[:]",
                           "[::1]x",
                           "[::1]:",
                           "[localhost]",
                           "[::1%25lo]",
                           "[1.2.3.4]",
                           "localhost,evil",
                           "caf\xC3\xA9",
                           "%6c",
                           "*",
                           "]"}) {
    EXPECT_FALSE(rules.allows_host(host)) << host;
  }
  EXPECT_FALSE(rules.allows_host(std::string_view("localhost\0", 10)));
}

TEST(Origin, is_a_local_page_by_default) {
  const HostRules rules = origins({});
  for (const char* origin : {"http://localhost", "http://localhost:6274", "https://localhost", "HTTP://LOCALHOST:1",
                             "http://127.0.0.1:3000", "https://127.9.9.9", "http://[::1]:3000"}) {
    EXPECT_TRUE(rules.allows_origin(origin)) << origin;
  }
  for (const char* origin : {"http://evil.example.com", "http://localhost.evil.example", "ftp://localhost",
                             "vscode-webview://localhost", "null", "http://evil.example:80", "http://128.0.0.1"}) {
    EXPECT_FALSE(rules.allows_origin(origin)) << origin;
  }
}

TEST(Origin, equals_one_that_is_listed) {
  const HostRules rules = origins({"https://app.example", "http://dev.example:3000", "vscode-webview://abc123"});
  for (const char* origin : {"https://app.example", "HTTPS://App.Example", "https://app.example:443",
                             "http://dev.example:3000", "vscode-webview://abc123"}) {
    EXPECT_TRUE(rules.allows_origin(origin)) << origin;
  }
  for (const char* origin : {"http://app.example", "https://app.example:444", "https://app.example:80",
                             "https://x.app.example", "https://app.example.evil", "http://dev.example",
                             "http://dev.example:3001", "vscode-webview://abc123:1", "null"}) {
    EXPECT_FALSE(rules.allows_origin(origin)) << origin;
  }
  EXPECT_TRUE(origins({"http://a.example:80"}).allows_origin("http://a.example"));
}

TEST(Origin, may_be_null_if_that_is_listed) {
  EXPECT_TRUE(origins({"null"}).allows_origin("null"));
  EXPECT_FALSE(origins({"null"}).allows_origin("Null"));
  EXPECT_FALSE(origins({"null"}).allows_origin("https://evil.example"));
}

TEST(Origin, must_be_well_formed_even_where_all_are_allowed) {
  const HostRules rules = origins({"*"});
  EXPECT_TRUE(rules.allows_origin("https://anything.example"));
  EXPECT_TRUE(rules.allows_origin("null"));
  for (const char* origin : {"",
                             "localhost",
                             "//localhost",
                             "://localhost",
                             "http:localhost",
                             "http:/localhost",
                             "http://",
                             "http://localhost/",
                             "http://localhost/path",
                             "http://user@localhost",
                             "http://localhost:",
                             "http://localhost:x",
                             "http://localhost http://evil.example",
                             "http://localhost, http://localhost",
                             "1http://localhost",
                             "ht tp://localhost",
                             "http://local host",
                             "http://localhost?",
                             "http://localhost#",
                             "http:///localhost"}) {
    EXPECT_FALSE(rules.allows_origin(origin)) << origin;
  }
}

TEST(HostRules, refuse_entries_that_cannot_be_used) {
  for (const char* host : {"", "https://a.example", "a.example/", "a.example:x", "*.example", "2001:db8::1"}) {
    try {
      hosts({host});
      ADD_FAILURE() << host;
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), HasSubstr("The allowed host \"" + std::string(host) + "\" must be"));
    }
  }
  for (const char* origin : {"", "a.example", "https://a.example/", "https://*.example", "https://"}) {
    try {
      origins({origin});
      ADD_FAILURE() << origin;
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), HasSubstr("The allowed origin \"" + std::string(origin) + "\" must be"));
    }
  }
}

}  // namespace origin_test
}  // namespace mcp::protocol::http
