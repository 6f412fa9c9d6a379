#include "catalog/list_pages.hpp"

#include <gtest/gtest.h>

namespace mcp::protocol {
namespace list_pages_test {

constexpr Revision kOldest = Revision::V2024_11_05;
constexpr Revision kNewest = Revision::V2026_07_28;

constexpr detail::VersionedMembers kTitled[] = {
    {R"("name":"a")"}, {R"("title":"A")", Revision::V2025_06_18}, {R"("old":1)", kOldest, Revision::V2025_03_26}};
constexpr detail::VersionedMembers kPlain[] = {{R"("name":"b","schema":{"x":[1,2]})"}};
constexpr ListEntry kEntries[] = {{"a", kTitled}, {"b", kPlain}, {"c", {}, R"({"name":"c"})"}};

std::string cursor_in(std::string_view page) {
  constexpr std::string_view kKey = R"(],"nextCursor":")";
  const std::size_t at = page.find(kKey);
  if (at == page.npos) return {};
  page.remove_prefix(at + kKey.size());
  return std::string(page.substr(0, page.find('"')));
}

TEST(ListPages, have_of_each_entry_what_the_revision_knows) {
  EXPECT_EQ(ListPages(List::Prompts, kOldest, kEntries, 100).find({}),
            R"("prompts":[{"name":"a","old":1},{"name":"b","schema":{"x":[1,2]}},{"name":"c"}])");
  EXPECT_EQ(ListPages(List::Tools, kNewest, kEntries, 100).find({}),
            R"("tools":[{"name":"a","title":"A"},{"name":"b","schema":{"x":[1,2]}},{"name":"c"}])");
}

TEST(ListPages, of_revisions_to_come_have_what_the_newest_one_has) {
  const auto later = static_cast<Revision>(static_cast<unsigned char>(kNewest) + 1);
  EXPECT_EQ(ListPages(List::Tools, later, kEntries, 100).find({}),
            ListPages(List::Tools, kNewest, kEntries, 100).find({}));
}

TEST(ListPages, lead_from_one_to_the_next_and_end) {
  const ListPages pages(List::ResourceTemplates, kNewest, kEntries, 2);
  const std::string_view first = pages.find({}).value();
  const std::string cursor = cursor_in(first);
  EXPECT_TRUE(cursor.starts_with("resourceTemplates-")) << cursor;
  EXPECT_TRUE(cursor.ends_with("-1")) << cursor;
  EXPECT_EQ(pages.find(cursor), R"("resourceTemplates":[{"name":"c"}])");
  for (const std::string& unknown : {std::string(), cursor + "0", cursor.substr(0, cursor.size() - 1) + "0"}) {
    EXPECT_EQ(pages.find(unknown), std::nullopt) << unknown;
  }
  EXPECT_EQ(ListPages(List::Tools, kNewest, {}, 2).find({}), R"("tools":[])");
  EXPECT_EQ(cursor_in(*ListPages(List::Tools, kNewest, kEntries, 3).find({})), "") << "the last page is full";
}

TEST(ListPages, have_other_cursors_where_an_entry_says_something_else) {
  const auto cursor = [](std::string_view json) {
    const ListEntry entries[] = {{"a", kTitled}, {"b", {}, json}};
    return cursor_in(*ListPages(List::Tools, kNewest, entries, 1).find({}));
  };
  EXPECT_NE(cursor(R"({"name":"b"})"), cursor(R"({"name":"B"})"));
  EXPECT_EQ(cursor(R"({"name":"b"})"), cursor(R"({"name":"b"})"));
}

}  // namespace list_pages_test
}  // namespace mcp::protocol
