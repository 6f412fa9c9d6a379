#include <string>

#include <gtest/gtest.h>

#include "serve/log_text.hpp"

namespace mcp::serve {
namespace log_text_test {

std::string escaped(std::string_view line) {
  std::string text;
  append_escaped(text, line);
  return text;
}

TEST(LogText, is_text_as_it_came) {
  EXPECT_EQ(escaped(""), "");
  for (const std::string_view text : {"plain ~", "größer", "日本語 😀", R"({"path":"C:\\x"})"}) {
    EXPECT_EQ(escaped(text), text);
  }
}

TEST(LogText, ends_no_line_and_speaks_to_no_terminal) {
  EXPECT_EQ(escaped("a\nb\r\tc"), R"(a\nb\r\tc)");
  EXPECT_EQ(escaped("\x1B[2J\x07\x7F"), R"(\u001b[2J\u0007\u007f)");
  EXPECT_EQ(escaped({"a\0b", 3}), R"(a\u0000b)");
  EXPECT_EQ(escaped("\xC2\x80\xC2\x85\xC2\x9B\xC2\x9F\xC2\xA0"), "\\u0080\\u0085\\u009b\\u009f\xC2\xA0");
  EXPECT_EQ(escaped("\xE2\x80\xA7\xE2\x80\xA8\xE2\x80\xA9"), "\xE2\x80\xA7\\u2028\\u2029");
  EXPECT_EQ(escaped("\xE2\x80\xAE\xE2\x81\xA6\xE2\x81\xA9\xE2\x81\xAA"), "\\u202e\\u2066\\u2069\xE2\x81\xAA");
}

TEST(LogText, shows_bytes_that_are_no_UTF8) {
  EXPECT_EQ(escaped("caf\xE9"), R"(caf\xe9)");
  EXPECT_EQ(escaped("\x9B[2J"), R"(\x9b[2J)");            // C1 as a byte
  EXPECT_EQ(escaped("\xC0\x8A"), R"(\xc0\x8a)");          // a newline, too long
  EXPECT_EQ(escaped("\xE0\x80\x8A"), R"(\xe0\x80\x8a)");  // the same
  EXPECT_EQ(escaped("\xED\xA0\x80"), R"(\xed\xa0\x80)");  // a surrogate
  EXPECT_EQ(escaped("\xF4\x90\x80\x80"), R"(\xf4\x90\x80\x80)");
  EXPECT_EQ(escaped("\xF5\xC3"), R"(\xf5\xc3)");
  EXPECT_EQ(escaped("\xE2\x80\n"), R"(\xe2\x80\n)");
}

}  // namespace log_text_test
}  // namespace mcp::serve
