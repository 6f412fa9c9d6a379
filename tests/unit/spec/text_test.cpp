#include <mcp/spec/text.hpp>

#include <gtest/gtest.h>

namespace mcp::spec {
namespace text_test {

TEST(Text, knows_ascii_alone) {
  EXPECT_TRUE(is_alphanumeric('z') && is_alphanumeric('A') && is_alphanumeric('0'));
  EXPECT_FALSE(is_alphanumeric('_') || is_alphanumeric('\xE4') || is_letter('@') || is_letter('[') || is_hex('g'));
  EXPECT_FALSE(is_one_of('\0', "ab"));
  EXPECT_EQ(lower_case("ABC-\xC3\x84z"), "abc-\xC3\x84z");
}

TEST(Text, compares_without_case) {
  EXPECT_TRUE(equal_ignoring_case("Content-Type", "content-tYPE"));
  EXPECT_FALSE(equal_ignoring_case("a", "ab") || equal_ignoring_case("[", "{"));
  EXPECT_TRUE(starts_with_ignoring_case("Weather", "wEA") && starts_with_ignoring_case("a", ""));
  EXPECT_FALSE(starts_with_ignoring_case("we", "wea"));
}

TEST(Text, knows_identifiers) {
  for (const char* const good : {"a", "_", "a_2", "Z9"}) EXPECT_TRUE(is_identifier(good)) << good;
  for (const char* const bad : {"", "2a", "a-b", "a b", "\xC3\xA4"}) EXPECT_FALSE(is_identifier(bad)) << bad;
}

TEST(Text, is_counted_and_cut_between_characters) {
  EXPECT_EQ(code_points("a\xC3\xA4\xF0\x9F\x98\x80"), 3U);
  EXPECT_EQ(beginning("a\xC3\xA4z", 2), "a");
  EXPECT_EQ(beginning("a\xC3\xA4z", 3), "a\xC3\xA4");
  EXPECT_EQ(trimmed("a\xC3\xA4z", 2), "a…");
  EXPECT_EQ(trimmed("a\xC3\xA4z", 4), "a\xC3\xA4z");
  EXPECT_EQ(trimmed("", 0), "");
}

}  // namespace text_test
}  // namespace mcp::spec
