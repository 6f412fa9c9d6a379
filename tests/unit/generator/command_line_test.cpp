#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "command_line.hpp"

namespace mcpgen {
namespace command_line_test {

std::string usage_error(const std::vector<std::string>& arguments) {
  const Command command = parse_command_line(arguments);
  const auto* error = std::get_if<UsageError>(&command);
  return error == nullptr ? std::string() : error->text;
}

const std::vector<std::string> kLink = {"link", "--target", "t", "--name", "n", "--version", "1"};

std::vector<std::string> link_with(std::vector<std::string> more) {
  more.insert(more.begin(), kLink.begin(), kLink.end());
  return more;
}

TEST(CommandLine, gives_each_model_the_prefix_before_it) {
  const Command command = parse_command_line(
      link_with({"--model", "a", "--prefix", "p_", "--model", "b", "--model", "c", "--prefix", "", "--model", "d"}));
  const auto* step = std::get_if<LinkStep>(&command);
  ASSERT_NE(step, nullptr);
  std::string models;
  for (const LinkStep::ModelFile& file : step->models) models += file.path + '=' + file.prefix + ' ';
  EXPECT_EQ(models, "a= b=p_ c=p_ d= ");
}

TEST(CommandLine, takes_warning_flags_of_both_steps) {
  EXPECT_EQ(usage_error(link_with({"-Wno-mcp-empty-server", "-Werror=mcp"})), "");
  EXPECT_EQ(usage_error({"scan", "--source", "a.cpp", "--unit", "u", "-Werror=mcp", "--", "-Wall"}), "");
  EXPECT_NE(usage_error(link_with({"-Wno-mcp-empty-sever"})).find("did you mean `empty-server`"), std::string::npos);
  EXPECT_NE(usage_error({"scan", "--source", "a.cpp", "--unit", "u", "-Wall"}).find("`-Wall` must be one of"),
            std::string::npos);
}

TEST(CommandLine, compares_two_manifests) {
  const Command command = parse_command_line({"diff", "old", "new"});
  const auto* step = std::get_if<DiffStep>(&command);
  ASSERT_NE(step, nullptr);
  EXPECT_EQ(step->old_manifest, "old");
  EXPECT_EQ(step->new_manifest, "new");
  EXPECT_EQ(usage_error({"diff", "old"}), "`mcpgen diff` needs two manifests: OLD NEW");
  EXPECT_EQ(usage_error({"diff", "old", "new", "more"}), "`mcpgen diff` needs two manifests: OLD NEW");
  EXPECT_EQ(usage_error({"diff", "--quiet", "old", "new"}), "unknown option `--quiet`");
}

}  // namespace command_line_test
}  // namespace mcpgen
