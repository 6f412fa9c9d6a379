#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <mcp/completion.hpp>

#include "registry/written.hpp"

namespace mcp {
namespace completion_test {

template <class R>
json written(const R& value) {
  const std::string text = written_between<detail::CompletionWriter<R>>("{", "}", value, Revision::V2026_07_28);
  if (text.starts_with("failed: ")) return text;
  return json::parse('{' + text + '}').at("completion");
}

std::vector<std::string> values(std::size_t count) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(std::to_string(i));
  return all;
}

TEST(CompletionWriter, a_list_is_all_there_is) {
  EXPECT_EQ(written(values(2)), json({{"values", {"0", "1"}}, {"total", 2}, {"hasMore", false}}));
  EXPECT_EQ(written(values(0)), json({{"values", json::array()}, {"total", 0}, {"hasMore", false}}));
  EXPECT_EQ(written(values(100))["hasMore"], false);
}

TEST(CompletionWriter, sends_the_first_hundred_and_says_that_there_are_more) {
  const json written_values = written(values(101));
  EXPECT_EQ(written_values["values"], json(values(100)));
  EXPECT_EQ(written_values["total"], 101);
  EXPECT_EQ(written_values["hasMore"], true);
}

TEST(CompletionWriter, says_how_many_there_are_if_that_is_known) {
  EXPECT_EQ(written(Completion{.values = {"a"}}), json({{"values", {"a"}}, {"hasMore", false}}));
  EXPECT_EQ(written(Completion{.values = {"a"}, .has_more = true}), json({{"values", {"a"}}, {"hasMore", true}}));
  EXPECT_EQ(written(Completion{.values = {"a"}, .total = 9}),
            json({{"values", {"a"}}, {"total", 9}, {"hasMore", true}}));
  EXPECT_EQ(written(Completion{.values = values(101)}), json({{"values", values(100)}, {"hasMore", true}}));
}

TEST(CompletionWriter, never_counts_fewer_than_there_are) {
  EXPECT_EQ(written(Completion{.values = {"a", "b"}, .total = 1}),
            json({{"values", {"a", "b"}}, {"total", 2}, {"hasMore", false}}));
  EXPECT_EQ(written(Completion{.values = values(101), .total = 3})["total"], 101);
}

TEST(CompletionWriter, names_the_value_that_cannot_be_written) {
  EXPECT_EQ(written(std::vector<std::string>{"a", "\xff"}), "failed: $.completion.values[1] is not valid UTF-8");
}

}  // namespace completion_test
}  // namespace mcp
