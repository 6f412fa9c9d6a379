#include <mcp/spec/names.hpp>

#include <string>

#include <gtest/gtest.h>

namespace mcp::spec {
namespace names_test {

TEST(Names, of_tools_are_of_letters_digits_and_three_marks) {
  for (const std::string& good : {std::string("a"), std::string("Get_weather.v2-beta"), std::string(128, 'x')}) {
    EXPECT_TRUE(is_tool_name(good)) << good;
  }
  for (const std::string& bad : {std::string(), std::string("a b"), std::string("a/b"), std::string("a\0", 2),
                                 std::string("\xC3\xA4"), std::string(129, 'x')}) {
    EXPECT_FALSE(is_tool_name(bad)) << bad;
  }
}

TEST(Names, of_prompts_have_a_length_alone) {
  EXPECT_TRUE(is_prompt_name("Review of a text: \xC3\xA4"));
  EXPECT_TRUE(is_prompt_name(std::string(128, 'x')));
  EXPECT_FALSE(is_prompt_name(std::string(129, 'x')));
  EXPECT_FALSE(is_prompt_name(""));
}

TEST(Names, of_headers_are_tokens) {
  EXPECT_TRUE(is_token("Region-2"));
  EXPECT_TRUE(is_token(kTokenMarks));
  for (const char* const bad : {"", "a b", "a:", "a/b", "\xC3\xA4"}) EXPECT_FALSE(is_token(bad)) << bad;
}

}  // namespace names_test
}  // namespace mcp::spec
