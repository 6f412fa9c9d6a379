#include <mcp/spec/uri.hpp>

#include <gtest/gtest.h>

namespace mcp::spec {
namespace uri_test {

TEST(Uri, web_addresses_name_a_host) {
  for (const char* good :
       {"https://example.com", "http://localhost:8080/a?b=c#d", "https://[::1]/", "https://a%20b/"}) {
    EXPECT_TRUE(is_web_address(good)) << good;
  }
  for (const char* bad :
       {"", "https", "https:", "https://", "https:///a", "https://?a", "https://:80", "example.com",
        "ftp://example.com", "javascript:alert(1)", "https://exa mple.com", "https://example.com/<"}) {
    EXPECT_FALSE(is_web_address(bad)) << bad;
  }
}

TEST(Uri, each_part_has_its_characters) {
  for (const char* good : {"a://[::1]:80/b", "a://[::1]", "a://u:p@[v1.x]/", "a:?b/c?d", "a:#b/c?d", "a:%20"}) {
    EXPECT_TRUE(is_uri(good)) << good;
  }
  for (const char* bad : {"a://[::1]x/", "a://[::1]8", "a:?b[", "a:#b[", "a:b[", "a://b:8x/", "a:%2"}) {
    EXPECT_FALSE(is_uri(bad)) << bad;
  }
}

TEST(Uri, has_a_scheme_and_something_behind) {
  for (const char* good : {"a:b", "a+b-1.c:/", "file:///{x}"}) EXPECT_TRUE(has_scheme(good)) << good;
  for (const char* bad : {"", "a", "a:", ":b", "/a:b", "1a:b", "{a}:b", "\xC3\xA4:b"})
    EXPECT_FALSE(has_scheme(bad)) << bad;
}

TEST(Uri, schemes_begin_with_a_letter) {
  for (const char* good : {"a", "https", "x-notes", "a+b.1"}) EXPECT_TRUE(is_scheme(good)) << good;
  for (const char* bad : {"", "1a", "-a", "a:", "a_b", "\xC3\xA4"}) EXPECT_FALSE(is_scheme(bad)) << bad;
}

TEST(Uri, classes_of_characters_do_not_overlap) {
  for (int c = 0; c < 128; ++c) {
    const char each = static_cast<char>(c);
    EXPECT_FALSE(is_unreserved(each) && is_reserved(each)) << each;
    EXPECT_TRUE(!is_sub_delimiter(each) || is_reserved(each)) << each;
  }
  EXPECT_FALSE(is_reserved('\0') || is_unreserved('\0') || is_reserved('%') || is_unreserved(' '));
}

}  // namespace uri_test
}  // namespace mcp::spec
