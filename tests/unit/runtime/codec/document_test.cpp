#include <gtest/gtest.h>

#include <string>

#include "codec/document.hpp"

namespace mcp {
namespace document_test {

std::string wrong_with(const std::string& text) {
  Document document;
  return std::string(document.parse_copy(text));
}

TEST(Document, says_what_is_wrong) {
  EXPECT_EQ(wrong_with("{}"), "");
  EXPECT_EQ(wrong_with(""), "empty");
  EXPECT_EQ(wrong_with("{\"a\":"), "not JSON");
  EXPECT_EQ(wrong_with("\"a"), "has a string without its closing quote");
  EXPECT_EQ(wrong_with("\"\xff\""), "not UTF-8");
  EXPECT_EQ(wrong_with("\"\\x\""), "has a string with a bad escape");
  EXPECT_EQ(wrong_with("01"), "not JSON");
  EXPECT_EQ(wrong_with("1e99999"), "has a number that no double can hold");
  EXPECT_EQ(wrong_with("[1,,2]"), "not JSON");
  EXPECT_EQ(wrong_with("nul"), "not JSON");
}

TEST(Document, refuses_deep_nesting_with_and_without_big_numbers) {
  const auto nested = [](std::size_t depth, const std::string& inside) {
    return std::string(depth, '[') + inside + std::string(depth, ']');
  };
  EXPECT_EQ(wrong_with(nested(1000, "1")), "");
  EXPECT_EQ(wrong_with(nested(10000, "1")), "nested deeper than 1024 levels");
  EXPECT_EQ(wrong_with(nested(1000, "100000000000000000000")), "");
  EXPECT_EQ(wrong_with("[1e400," + nested(10000, "1") + "]"), "nested deeper than 1024 levels");
}

TEST(Document, walks_exact_documents_like_others) {
  Document document;
  ASSERT_EQ(
      document.parse_copy(R"({"a":[1,-2,1.5,true,null,"x",{}],"b":100000000000000000000,"c":18446744073709551615})"),
      "");
  ObjectCursor members(document.root());
  std::string_view name;
  Value value;
  ASSERT_TRUE(members.next(name, value));
  EXPECT_EQ(name, "a");
  EXPECT_EQ(value.size(), 7U);
  ArrayCursor elements(value);
  Value element;
  std::string kinds;
  while (elements.next(element)) kinds += std::to_string(static_cast<int>(element.kind())) + ' ';
  EXPECT_EQ(kinds, "2 2 4 1 0 6 8 ");
  ASSERT_TRUE(members.next(name, value));
  EXPECT_EQ(value.kind(), JsonKind::BigNumber);
  EXPECT_EQ(value.number_text(), "100000000000000000000");
  ASSERT_TRUE(members.next(name, value));
  EXPECT_EQ(value.unsigned_integer(), 18446744073709551615U);
  EXPECT_FALSE(members.next(name, value));
}

TEST(Document, keeps_the_digits_of_every_number_when_asked) {
  const std::string text = R"([0, -7, 1.0, 1e2, 123456789012345678901234567890, "s"])";
  Document document;
  ASSERT_EQ(document.parse_keeping_digits(text), "");
  ArrayCursor elements(document.root());
  Value element;
  std::string digits;
  while (elements.next(element)) {
    digits += element.kind() == JsonKind::BigNumber ? element.number_text() : element.string();
    digits += ' ';
  }
  EXPECT_EQ(digits, "0 -7 1.0 1e2 123456789012345678901234567890 s ");
}

TEST(Document, a_nul_character_ends_no_text) {
  using namespace std::string_view_literals;
  Document document;
  EXPECT_NE(document.parse_copy("{\"x\":1}\0{}"sv), "");
  EXPECT_EQ(document.parse_copy("{\"x\":1e400}\0{}"sv), "not JSON");
  EXPECT_EQ(document.parse_copy("{\"x\":1e400}\0"sv), "not JSON");
  EXPECT_EQ(document.parse_keeping_digits("1\0"sv), "not JSON");
  EXPECT_EQ(document.parse_copy(R"({"x":1e400,"y":"\u0000"})"), "");
}

TEST(Document, is_reusable_after_an_error) {
  Document document;
  EXPECT_NE(document.parse_copy("{"), "");
  EXPECT_EQ(document.parse_copy("[1e400]"), "");
  EXPECT_EQ(document.parse_copy("{}"), "");
  EXPECT_EQ(document.root().kind(), JsonKind::Object);
}

TEST(Document, counts_beyond_what_the_tape_holds) {
  constexpr std::size_t kMany = (1U << 24) + 5;
  std::string text = "[";
  for (std::size_t i = 1; i < kMany; ++i) text += "0,";
  text += "0]";
  Document document;
  ASSERT_EQ(document.parse_copy(text), "");
  EXPECT_EQ(document.root().size(), kMany);
}

}  // namespace document_test
}  // namespace mcp
