#include <mcp/spec/schema_keywords.hpp>

#include <algorithm>

#include <gtest/gtest.h>

namespace mcp::spec {
namespace schema_keywords_test {

TEST(SchemaKeywords, say_what_their_values_must_be) {
  ASSERT_NE(find_keyword("anyOf"), nullptr);
  EXPECT_EQ(find_keyword("anyOf")->shape, Shape::SchemaList);
  EXPECT_TRUE(find_keyword("anyOf")->in_place);
  EXPECT_EQ(find_keyword("items")->shape, Shape::Schema);
  EXPECT_FALSE(find_keyword("items")->in_place);
  EXPECT_EQ(find_keyword("contentSchema")->shape, Shape::Schema);
  EXPECT_EQ(find_keyword("title")->shape, Shape::String);
  for (const char* const unknown : {"", "anyof", "x-mcp-header", "dependencies"}) {
    EXPECT_EQ(find_keyword(unknown), nullptr) << unknown;
  }
}

TEST(SchemaKeywords, know_the_types_of_json) {
  EXPECT_TRUE(std::ranges::is_sorted(kJsonTypes));
  EXPECT_EQ(std::ranges::count(kJsonTypes, "integer"), 1);
}

}  // namespace schema_keywords_test
}  // namespace mcp::spec
