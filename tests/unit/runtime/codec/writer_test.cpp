#include <gtest/gtest.h>

#include <string>

#include <mcp/codec/writer.hpp>
#include <mcp/json.hpp>

namespace mcp {
namespace writer_test {

std::string written(std::string_view text) {
  Writer writer;
  writer.string(text);
  return std::string(writer.view());
}

TEST(Writer, escapes_what_must_be_at_every_offset) {
  for (int c = 0; c < 128; ++c) {
    for (std::size_t offset = 0; offset < 20; ++offset) {
      std::string text(20, 'x');
      text[offset] = static_cast<char>(c);
      EXPECT_EQ(json::parse(written(text)).get<std::string>(), text) << c << " at " << offset;
    }
  }
  EXPECT_EQ(written("\"\\\b\f\n\r\t\x01\x7f/"), "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\x7f/\"");
}

TEST(Writer, leaves_other_characters_as_they_are) {
  EXPECT_EQ(written("äöü 漢字 😀"), "\"äöü 漢字 😀\"");
  EXPECT_EQ(written(""), "\"\"");
}

TEST(Writer, refuses_what_is_not_utf8) {
  for (const char* bad : {"\xff", "abc\xC3", "\xED\xA0\x80", "\xC0\x80", "12345678\x80"}) {
    Writer writer;
    writer.string(bad);
    EXPECT_TRUE(writer.failed());
    EXPECT_EQ(writer.failure(), "$ is not valid UTF-8");
  }
}

TEST(Writer, keeps_the_first_failure_until_cleared) {
  Writer writer;
  writer.real(std::numeric_limits<double>::quiet_NaN());
  writer.string("\xff");
  EXPECT_EQ(writer.failure(), "$ is not a finite number");
  writer.clear();
  EXPECT_FALSE(writer.failed());
  EXPECT_TRUE(writer.empty());
}

TEST(Writer, writes_a_json_text_as_the_inside_of_a_string) {
  Writer writer;
  writer.escaped(R"({"a":"b\n"})");
  EXPECT_EQ(writer.view(), R"({\"a\":\"b\\n\"})");
}

TEST(Writer, grows_without_losing_bytes) {
  Writer writer;
  std::string all;
  for (int i = 0; i < 10000; ++i) {
    writer.integer(i);
    all += std::to_string(i);
  }
  EXPECT_EQ(writer.view(), all);
  writer.truncate(3);
  EXPECT_EQ(writer.view(), "012");
}

TEST(Path, spells_members_and_elements) {
  const PathStep items{nullptr, "items", 0};
  const PathStep third{&items, {}, 3};
  const PathStep odd{&third, "a b", 0};
  EXPECT_EQ(render_path(nullptr), "$");
  EXPECT_EQ(render_path(&third), "$.items[3]");
  EXPECT_EQ(render_path(&odd), "$.items[3]['a b']");
}

}  // namespace writer_test
}  // namespace mcp
