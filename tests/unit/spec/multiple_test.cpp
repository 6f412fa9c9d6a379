#include <mcp/spec/multiple.hpp>

#include <gtest/gtest.h>

namespace mcp::spec {
namespace multiple_test {

TEST(Multiple, is_exact_for_whole_divisors_and_near_for_fractions) {
  EXPECT_TRUE(is_multiple(9.0, 3.0) && is_multiple(-9.0, 3.0) && is_multiple(0.0, 0.1));
  EXPECT_FALSE(is_multiple(9.0000000001, 3.0));
  EXPECT_TRUE(is_multiple(0.3, 0.1) && is_multiple(0.3L, 0.1L));
  EXPECT_FALSE(is_multiple(0.35, 0.1));
  EXPECT_TRUE(is_multiple(1e308, 1e-300)) << "the quotient is no double";
}

}  // namespace multiple_test
}  // namespace mcp::spec
