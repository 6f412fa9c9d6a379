#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "diagnostics/warning_options.hpp"

namespace mcpgen {
namespace warning_options_test {

/// What becomes of a warning of each kind under these flags: "empty-server" is e or E, "enum-alias" is a or A (a
/// capital one is an error).
std::string shown(const std::vector<std::string>& flags) {
  WarningOptions options;
  for (const std::string& flag : flags) EXPECT_EQ(options.add(flag), "") << flag;
  Sink sink;
  sink.warning("empty-server", {}, "one");
  sink.warning("enum-alias", {}, "two");
  const Sink applied = options.apply(sink);
  std::string letters;
  for (const Diagnostic& diagnostic : applied.all()) {
    const bool is_error = diagnostic.severity == Severity::Error;
    letters += diagnostic.slug == "empty-server" ? (is_error ? 'E' : 'e') : (is_error ? 'A' : 'a');
  }
  return letters;
}

TEST(WarningOptions, silence_and_promote) {
  EXPECT_EQ(shown({}), "ea");
  EXPECT_EQ(shown({"-Wno-mcp-enum-alias"}), "e");
  EXPECT_EQ(shown({"-Wno-mcp"}), "");
  EXPECT_EQ(shown({"-Werror=mcp"}), "EA");
  EXPECT_EQ(shown({"-Werror=mcp-enum-alias"}), "eA");
}

TEST(WarningOptions, let_the_later_flag_win) {
  EXPECT_EQ(shown({"-Wno-mcp", "-Wmcp-enum-alias"}), "a");
  EXPECT_EQ(shown({"-Wmcp-enum-alias", "-Wno-mcp"}), "");
  EXPECT_EQ(shown({"-Wno-mcp", "-Wmcp"}), "ea");
  EXPECT_EQ(shown({"-Werror=mcp", "-Wno-error=mcp-enum-alias"}), "Ea");
  EXPECT_EQ(shown({"-Werror=mcp-enum-alias", "-Wno-error=mcp"}), "ea");
  EXPECT_EQ(shown({"-Wno-mcp-enum-alias", "-Werror=mcp-enum-alias"}), "eA");
}

TEST(WarningOptions, keep_silence_under_a_general_promotion) {
  EXPECT_EQ(shown({"-Wno-mcp-enum-alias", "-Werror=mcp"}), "E");
}

TEST(WarningOptions, leave_errors_and_nameless_warnings_alone) {
  WarningOptions options;
  ASSERT_EQ(options.add("-Wno-mcp"), "");
  Sink sink;
  sink.error("bad-tool-name", {}, "one");
  sink.warning("", {}, "of Clang");
  const Sink applied = options.apply(sink);
  EXPECT_EQ(applied.all().size(), 2U);
  EXPECT_TRUE(applied.has_errors());
}

TEST(WarningOptions, keep_notes_and_places) {
  WarningOptions options;
  ASSERT_EQ(options.add("-Werror=mcp"), "");
  Sink sink;
  sink.warning("enum-alias", {"a.cpp", 1, 2, 3}, "text", {{{"b.cpp", 4, 5, 6}, "note"}});
  const Sink applied = options.apply(sink);
  ASSERT_EQ(applied.all().size(), 1U);
  EXPECT_TRUE(applied.has_errors());
  EXPECT_EQ(applied.all()[0].at, (Location{"a.cpp", 1, 2, 3}));
  ASSERT_EQ(applied.all()[0].notes.size(), 1U);
}

TEST(WarningOptions, say_what_is_wrong_with_a_flag) {
  WarningOptions options;
  EXPECT_EQ(options.add("-Wno-mcp-enum-alais"),
            "`-Wno-mcp-enum-alais`: there is no warning `enum-alais`; did you mean `enum-alias`? (`mcpgen "
            "--list-diagnostics` names them all)");
  EXPECT_EQ(
      options.add("-Werror=mcp-something-else"),
      "`-Werror=mcp-something-else`: there is no warning `something-else` (`mcpgen --list-diagnostics` names them "
      "all)");
  EXPECT_EQ(options.add("-Wno-mcp-bad-tool-name"),
            "`-Wno-mcp-bad-tool-name`: `bad-tool-name` is an error, and errors cannot be switched");
  for (const char* bad : {"-Wall", "-Wmcpx", "-W", "-Wno-", "-Werror", "-Werror=", "mcp", "-Wmcp-"}) {
    EXPECT_NE(options.add(bad), "") << bad;
  }
}

}  // namespace warning_options_test
}  // namespace mcpgen
