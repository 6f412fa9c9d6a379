#include <mcp/spec/rfc3339.hpp>

#include <limits>

#include <gtest/gtest.h>

namespace mcp::spec {
namespace rfc3339_test {

TEST(Rfc3339, durations_have_one_spelling) {
  EXPECT_EQ(duration_text(0), "PT0S");
  EXPECT_EQ(duration_text(61), "PT1M1S");
  EXPECT_EQ(duration_text(3605), "PT1H0M5S") << "a part between two others may not be left out";
  EXPECT_EQ(duration_text(3600), "PT1H");
  EXPECT_EQ(duration_text(86405), "P1DT5S");
  EXPECT_EQ(duration_text(93784), "P1DT2H3M4S");
  EXPECT_EQ(duration_text(std::numeric_limits<std::uint64_t>::max()), "P213503982334601DT7H0M15S");
  for (const unsigned seconds : {0U, 1U, 59U, 3600U, 3661U, 86400U, 90061U}) {
    EXPECT_EQ(parse_duration(duration_text(seconds))->seconds, seconds);
  }
}

TEST(Rfc3339, dates_have_four_digits_of_the_year) {
  using namespace std::chrono;
  EXPECT_EQ(date_text(year(7) / 2 / 9), "0007-02-09");
  EXPECT_EQ(second_text(sys_seconds(seconds(-62167219200))), "0000-01-01T00:00:00");
  EXPECT_EQ(second_text(sys_seconds(seconds(253402300799))), "9999-12-31T23:59:59");
  EXPECT_EQ(parse_date_time(second_text(sys_seconds(seconds(1))) + 'Z')->seconds, 1);
  EXPECT_EQ(parse_date("2023-02-29"), std::nullopt);
}

TEST(Rfc3339, digits_are_those_of_128_bits) {
  EXPECT_EQ(digits_of(0), "0");
  EXPECT_EQ(digits_of(UnsignedWide{1} << 64), "18446744073709551616");
}

}  // namespace rfc3339_test
}  // namespace mcp::spec
