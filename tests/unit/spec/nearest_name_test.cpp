#include <string>

#include <gtest/gtest.h>

#include <mcp/spec/nearest_name.hpp>

namespace mcp::spec {
namespace nearest_name_test {

constexpr std::string_view kNames[] = {"add", "get_weather", "get_forecast"};

TEST(NearestName, finds_slips_of_the_finger_and_other_case) {
  EXPECT_EQ(nearest_name("ad", kNames), "add");
  EXPECT_EQ(nearest_name("get_wether", kNames), "get_weather");
  EXPECT_EQ(nearest_name("GET_FORECAST", kNames), "get_forecast");
}

TEST(NearestName, suggests_nothing_far_off) {
  EXPECT_EQ(nearest_name("", kNames), "");
  EXPECT_EQ(nearest_name("remove_everything", kNames), "");
  EXPECT_EQ(nearest_name(std::string(100000, 'x'), kNames), "");
  EXPECT_EQ(nearest_name("add", {}), "");
}

}  // namespace nearest_name_test
}  // namespace mcp::spec
