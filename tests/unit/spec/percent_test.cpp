#include <mcp/spec/percent.hpp>

#include <gtest/gtest.h>

namespace mcp::spec {
namespace percent_test {

TEST(Percent, reads_one_byte) {
  EXPECT_EQ(percent_byte("%41bc"), 'A');
  EXPECT_EQ(percent_byte("%fF"), 255);
  for (const char* const text : {"", "A", "%", "%4", "%4g", "%g4", "%+4", "%-4", "% 4", "41"}) {
    EXPECT_EQ(percent_byte(text), std::nullopt) << text;
  }
}

TEST(Percent, is_undone_where_it_is_whole) {
  EXPECT_EQ(percent_decoded("#/%24defs/a%2fb"), "#/$defs/a/b");
  EXPECT_EQ(percent_decoded("100%, %4, %zz, %2541"), "100%, %4, %zz, %41");
  EXPECT_EQ(percent_decoded(""), "");
}

}  // namespace percent_test
}  // namespace mcp::spec
