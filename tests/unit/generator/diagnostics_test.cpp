#include <gtest/gtest.h>

#include <filesystem>

#include "diagnostics/render.hpp"
#include "diagnostics/slugs.hpp"
#include "scanned.hpp"

namespace mcpgen {
namespace diagnostics_test {

using test::TemporaryDirectory;

TEST(Sink, counts_equal_diagnostics_once) {
  Sink sink;
  sink.error("bad-tool-name", {"a.cpp", 1, 2, 3}, "text");
  sink.error("bad-tool-name", {"a.cpp", 1, 2, 3}, "text");
  sink.error("bad-tool-name", {"a.cpp", 2, 2, 3}, "text");
  EXPECT_EQ(sink.all().size(), 2U);
  EXPECT_TRUE(sink.has_errors());
}

TEST(Sink, has_no_errors_when_there_are_only_warnings) {
  Sink sink;
  sink.warning("empty-server", {}, "text");
  EXPECT_FALSE(sink.has_errors());
  EXPECT_EQ(sink.all().size(), 1U);
}

#ifndef NDEBUG
TEST(SinkDeathTest, refuses_a_slug_that_is_not_in_the_table) {
  Sink sink;
  EXPECT_DEATH(sink.error("no-such-slug", {}, "text"), "slugs.cpp");
}
#endif

TEST(Slugs, are_sorted_and_found_by_name) {
  ASSERT_GT(slug_count(), 0U);
  for (std::size_t i = 0; i < slug_count(); ++i) {
    EXPECT_EQ(find_slug(slug_at(i).name), &slug_at(i));
    EXPECT_FALSE(slug_at(i).summary.empty());
    EXPECT_TRUE(i == 0 || slug_at(i - 1).name < slug_at(i).name);
  }
  EXPECT_EQ(find_slug("no-such-slug"), nullptr);
  EXPECT_EQ(find_slug(""), nullptr);
}

TEST(Slugs, have_a_rejected_example_each) {
  for (std::size_t i = 0; i < slug_count(); ++i) {
    const auto example = std::filesystem::path(MCP_TEST_REJECT_EXAMPLES) / slug_at(i).name / "input.cpp";
    EXPECT_TRUE(std::filesystem::exists(example)) << example;
  }
}

TEST(Render, shows_line_caret_and_slug) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a.cpp", "int a;\nint bad = 1;\n");
  Sink sink;
  sink.error("bad-tool-name", {file, 2, 5, 3}, "tool 'bad' must not be bad");
  EXPECT_EQ(render(sink), file + ":2:5: error: tool 'bad' must not be bad [bad-tool-name]\n" +
                              "int bad = 1;\n"
                              "    ^~~\n"
                              "1 error generated.\n");
}

TEST(Render, sorts_by_place_and_counts) {
  Sink sink;
  sink.error("bad-tool-name", {"b.cpp", 1, 1, 1}, "third");
  sink.error("", {"a.cpp", 9, 1, 1}, "second");
  sink.warning("empty-server", {"a.cpp", 2, 7, 1}, "first");
  EXPECT_EQ(render(sink),
            "a.cpp:2:7: warning: first [-Wmcp-empty-server]\n"
            "a.cpp:9:1: error: second\n"
            "b.cpp:1:1: error: third [bad-tool-name]\n"
            "1 warning and 2 errors generated.\n");
}

TEST(Render, prints_notes_under_their_diagnostic) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a.cpp", "one\ntwo\n");
  Sink sink;
  sink.warning("empty-server", {file, 2, 1, 3}, "here", {{{file, 1, 1, 3}, "there"}, unplaced_note("somehow")});
  EXPECT_EQ(render(sink), file + ":2:1: warning: here [-Wmcp-empty-server]\ntwo\n^~~\n" + file +
                              ":1:1: note: there\none\n^~~\nnote: somehow\n");
}

TEST(Render, aligns_carets_under_tabs_and_multibyte_characters) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a.cpp", "\tx\n\"\xC3\xA9\xE2\x82\xAC\" y\n");
  Sink sink;
  sink.error("", {file, 1, 2, 1}, "tab");
  sink.error("", {file, 2, 9, 1}, "wide");
  EXPECT_EQ(render(sink), file + ":1:2: error: tab\n        x\n        ^\n" + file +
                              ":2:9: error: wide\n\"\xC3\xA9\xE2\x82\xAC\" y\n     ^\n2 errors generated.\n");
}

TEST(Render, survives_places_beyond_the_file) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a.cpp", "ab");
  Sink sink;
  sink.error("", {file, 1, 40, 40}, "column");
  sink.error("", {file, 7, 1, 1}, "line");
  sink.error("", {}, "nowhere");
  EXPECT_EQ(render(sink), "mcpgen: error: nowhere\n" + file + ":1:40: error: column\nab\n  ^\n" + file +
                              ":7:1: error: line\n3 errors generated.\n");
}

TEST(Render, says_nothing_when_there_is_nothing_to_say) { EXPECT_EQ(render(Sink{}), ""); }

}  // namespace diagnostics_test
}  // namespace mcpgen
