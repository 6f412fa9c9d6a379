#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "base/digest.hpp"

namespace mcp::protocol {
namespace digest_test {

std::vector<std::byte> bytes(std::string_view text) {
  std::vector<std::byte> result;
  for (const char c : text) result.push_back(static_cast<std::byte>(c));
  return result;
}

TEST(Digest, is_sha_256) {
  EXPECT_EQ(to_hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(to_hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Base64Url, has_its_own_alphabet_and_no_padding) {
  EXPECT_EQ(to_base64url(bytes("")), "");
  EXPECT_EQ(to_base64url(bytes("f")), "Zg");
  EXPECT_EQ(to_base64url(bytes("fo")), "Zm8");
  EXPECT_EQ(to_base64url(bytes("foo")), "Zm9v");
  EXPECT_EQ(to_base64url(bytes("\xfb\xff\xbf")), "-_-_");
}

TEST(Base64Url, reads_what_it_wrote) {
  for (const std::string_view text : {"", "f", "fo", "foo", "\xfb\xff\xbf"}) {
    EXPECT_EQ(from_base64url(to_base64url(bytes(text))), bytes(text));
  }
}

TEST(Base64Url, takes_nothing_else) {
  for (const std::string_view text :
       {"Zg==", "Zm8=", "+/+/", "Z", "Zm9vZ", "Zh", "Zm9", "Zm 9v", "Zm9v\n", "Zm9v\xff"}) {
    EXPECT_EQ(from_base64url(text), std::nullopt) << text;
  }
}

TEST(RandomToken, is_never_the_same) {
  std::set<std::string> tokens;
  for (int i = 0; i < 1000; ++i) tokens.insert(random_token(16));
  EXPECT_EQ(tokens.size(), 1000U);
}

TEST(RandomToken, has_as_many_bytes_as_asked_for) {
  EXPECT_EQ(random_token(16).size(), 22U);
  EXPECT_EQ(random_token(24).size(), 32U);
  EXPECT_EQ(from_base64url(random_token(17)).value().size(), 17U);
  EXPECT_EQ(random_token(0), "");
}

}  // namespace digest_test
}  // namespace mcp::protocol
