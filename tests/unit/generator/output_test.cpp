#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "command_line.hpp"
#include "output.hpp"

namespace mcpgen {
namespace output_test {

namespace fs = std::filesystem;

TEST(Output, leaves_a_file_alone_that_holds_the_text_already) {
  const std::string path = (fs::path(testing::TempDir()) / "a folder" / "out.txt").string();
  fs::remove_all(fs::path(path).parent_path());
  write_if_changed(path, "one");
  const auto long_ago = fs::last_write_time(path) - std::chrono::hours(1);
  fs::last_write_time(path, long_ago);
  write_if_changed(path, "one");
  EXPECT_EQ(fs::last_write_time(path), long_ago);
  write_if_changed(path, "two");
  EXPECT_GT(fs::last_write_time(path), long_ago);
  EXPECT_EQ(read_file(path), "two");
  touch(path);
  EXPECT_EQ(read_file(path), "two");
}

TEST(Output, says_what_it_cannot_read_or_write) {
  EXPECT_THROW((void)read_file("/nowhere/at/all"), std::runtime_error);
  EXPECT_THROW(write_if_changed("/proc/nothing", "x"), std::exception);
}

TEST(Output, escapes_paths_in_a_depfile) {
  EXPECT_EQ(depfile_text("a b.stamp", {"c d.hpp", "e#f", "g$h"}),
            "a\\ b.stamp: \\\n  c\\ d.hpp \\\n  e\\#f \\\n  g$$h\n");
}

std::string usage_error(const std::vector<std::string>& arguments) {
  const Command command = parse_command_line(arguments);
  const auto* error = std::get_if<UsageError>(&command);
  return error != nullptr ? error->text : "accepted";
}

TEST(CommandLine, says_what_is_wrong) {
  EXPECT_EQ(usage_error({}), "no command");
  EXPECT_EQ(usage_error({"scna"}), "unknown command `scna`");
  EXPECT_EQ(usage_error({"scan"}), "`mcpgen scan` needs --source FILE");
  EXPECT_EQ(usage_error({"scan", "--source"}), "`--source` must be followed by a value");
  EXPECT_EQ(usage_error({"scan", "--source", "a.cpp", "--unit", "1x"}),
            "`mcpgen scan` needs --unit ID, a C identifier");
  EXPECT_EQ(usage_error({"scan", "--sauce", "a.cpp"}), "unknown option `--sauce`");
  EXPECT_EQ(usage_error({"scan", "--source", "a.cpp", "--unit", "a", "--depfile", "d"}),
            "--depfile needs --stamp FILE, its target");
  EXPECT_EQ(usage_error({"link"}), "`mcpgen link` needs --target ID, a C identifier");
  EXPECT_EQ(usage_error({"link", "--target", "class"}),
            "the target must not be called `class`: generated code makes it a namespace");
  EXPECT_EQ(usage_error({"link", "--target", "t"}), "`mcpgen link` needs --name NAME");
  EXPECT_EQ(usage_error({"link", "--target", "t", "--name", "n", "--version", "1", "--page-size", "0"}),
            "--page-size must be a whole number from 1 to 100000, not `0`");
}

TEST(CommandLine, takes_flags_from_a_file_and_behind_dashes) {
  const std::string file = (fs::path(testing::TempDir()) / "flags.txt").string();
  write_if_changed(file, "-std=c++20\n\n-DNAME=a b\n");
  const Command command = parse_command_line(
      {"scan", "--source", "a.cpp", "--unit", "u", "--flags-file", file, "--", "-Iinclude", "--model"});
  const auto* step = std::get_if<ScanStep>(&command);
  ASSERT_NE(step, nullptr);
  EXPECT_EQ(step->request.flags, (std::vector<std::string>{"-std=c++20", "-DNAME=a b", "-Iinclude", "--model"}));
}

TEST(CommandLine, prints_what_is_asked_for) {
  for (const char* option : {"--help", "--version", "--list-diagnostics"}) {
    const Command command = parse_command_line({option});
    const auto* text = std::get_if<PrintText>(&command);
    ASSERT_NE(text, nullptr) << option;
    EXPECT_FALSE(text->text.empty());
  }
}

}  // namespace output_test
}  // namespace mcpgen
