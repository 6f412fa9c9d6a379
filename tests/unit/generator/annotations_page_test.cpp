// docs/annotations.md names every option that an annotation takes.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>

#include "output.hpp"

namespace mcpgen {
namespace annotations_page_test {

/// The members of the aggregates that options are.
std::set<std::string> options_of_the_vocabulary() {
  const std::string header = read_file(MCP_TEST_RUNTIME_INCLUDE "/mcp/annotation_vocabulary.hpp");
  const std::string aggregates = header.substr(header.find("struct Icon"));
  static const std::regex kMember(R"(\n  (?:const char\*|Number|Optional<\w+>|List<\w+>) (\w+)(?: = nullptr)?;)");
  std::set<std::string> options;
  for (std::sregex_iterator it(aggregates.begin(), aggregates.end(), kMember), end; it != end; ++it) {
    options.insert((*it)[1]);
  }
  return options;
}

TEST(AnnotationsPage, names_every_option) {
  const std::set<std::string> options = options_of_the_vocabulary();
  ASSERT_GT(options.size(), 25U);
  const std::string page = read_file(ANNOTATIONS_PAGE);
  for (const std::string& option : options) {
    EXPECT_TRUE(std::regex_search(page, std::regex("\\." + option + "\\b"))) << option;
  }
}

}  // namespace annotations_page_test
}  // namespace mcpgen
