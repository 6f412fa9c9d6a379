#include "registry/provided_entries.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/codec/writer.hpp>

namespace mcp::detail {
namespace provided_entries_test {

using testing::ElementsAre;
using testing::IsEmpty;

/// An object with that text as its only member, as a Writer writes it.
std::string entry(std::string_view text) {
  Writer to;
  to.raw(R"({"uri":)");
  to.string(text);
  to.raw('}');
  return std::string(to.view());
}

TEST(ProvidedEntries, are_none_of_nothing) { EXPECT_THAT(provided_entries(""), IsEmpty()); }

TEST(ProvidedEntries, are_what_was_written) {
  EXPECT_THAT(provided_entries(R"({"uri":"x:a"})"), ElementsAre(R"({"uri":"x:a"})"));
  EXPECT_THAT(provided_entries("{\"uri\":\"x:a\"},\n{\"uri\":\"x:b\"},\n{}"),
              ElementsAre(R"({"uri":"x:a"})", R"({"uri":"x:b"})", "{}"));
}

TEST(ProvidedEntries, are_not_cut_within_a_text) {
  const std::vector<std::string_view> texts = {",\n", "},{", "},\n{", "\",\n\"", "\\", "a,\r\nb", "", "\n,", ",\\n"};
  std::string all;
  std::vector<std::string> wanted;
  for (const std::string_view text : texts) {
    wanted.push_back(entry(text));
    all.append(all.empty() ? "" : kBetweenEntries).append(wanted.back());
  }
  const std::vector<std::string_view> found = provided_entries(all);
  EXPECT_THAT(std::vector<std::string>(found.begin(), found.end()), testing::ElementsAreArray(wanted));
}

}  // namespace provided_entries_test
}  // namespace mcp::detail
