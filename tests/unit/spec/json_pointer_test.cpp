#include <mcp/spec/json_pointer.hpp>

#include <gtest/gtest.h>

namespace mcp::spec {
namespace json_pointer_test {

/// The steps, each in quotes; `!` where one cannot be taken.
std::string steps(std::string_view pointer) {
  std::string all;
  while (!pointer.empty()) {
    const std::optional<std::string> step = take_step(pointer);
    if (!step) return all + '!';
    all += '"' + *step + '"';
  }
  return all;
}

TEST(JsonPointer, is_taken_apart_step_by_step) {
  EXPECT_EQ(steps(""), "");
  EXPECT_EQ(steps("/"), R"("")");
  EXPECT_EQ(steps("/a//b~1c~0d/0"), R"("a""""b/c~d""0")");
  EXPECT_EQ(steps("/~01"), R"("~1")");
}

TEST(JsonPointer, has_a_0_or_a_1_behind_each_tilde) {
  for (const char* const bad : {"/~", "/~2", "/a~b", "a"}) EXPECT_EQ(steps(bad), "!") << bad;
  EXPECT_EQ(steps("/a/~"), R"("a"!)");
}

TEST(JsonPointer, leads_to_elements_by_plain_numbers) {
  EXPECT_EQ(index_of("0"), 0U);
  EXPECT_EQ(index_of("10"), 10U);
  for (const char* const bad : {"", "-", "-1", "+1", "01", "00", "1a", " 1", "99999999999999999999999"}) {
    EXPECT_EQ(index_of(bad), std::nullopt) << bad;
  }
}

TEST(JsonPointer, is_written_as_it_is_read) {
  EXPECT_EQ(below(below("#", "a/b~c"), 3), "#/a~1b~0c/3");
  EXPECT_EQ(steps(below("", "~1/")), R"("~1/")");
}

}  // namespace json_pointer_test
}  // namespace mcp::spec
