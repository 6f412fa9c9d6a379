#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/json_cuts.hpp"

namespace mcp::protocol {
namespace json_cuts_test {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(JsonCuts, finds_the_elements_of_the_first_array) {
  EXPECT_THAT(elements_of_array(R"("tools":[{"a":[1,2]},{"b":{}}],"more":[3])"),
              ElementsAre(R"({"a":[1,2]})", R"({"b":{}})"));
  EXPECT_THAT(elements_of_array(R"([1,"two",[3]])"), ElementsAre("1", "\"two\"", "[3]"));
}

TEST(JsonCuts, reads_no_structure_out_of_strings) {
  EXPECT_THAT(elements_of_array(R"("a[,b":["]","\"],{","\\",{"}":"["}])"),
              ElementsAre(R"("]")", R"("\"],{")", R"("\\")", R"({"}":"["})"));
}

TEST(JsonCuts, finds_nothing_in_an_empty_array_or_without_one) {
  EXPECT_THAT(elements_of_array(R"("tools":[])"), IsEmpty());
  EXPECT_THAT(elements_of_array("{}"), IsEmpty());
  EXPECT_THAT(elements_of_array(""), IsEmpty());
}

TEST(JsonCuts, finds_the_members_of_an_object) {
  EXPECT_THAT(members_of_object(R"({"a":1,"b,\"}":{"c":[1,2],"d":{}},"e":[{},"]"]})"),
              ElementsAre(R"("a":1)", R"("b,\"}":{"c":[1,2],"d":{}})", R"("e":[{},"]"])"));
  EXPECT_THAT(members_of_object("{}"), IsEmpty());
  EXPECT_EQ(value_of_member(R"("b,\":":{"c":1})"), R"({"c":1})");
}

TEST(JsonCuts, drops_white_space_outside_of_strings_alone) {
  EXPECT_EQ(without_white_space("{ \"a b\" :\n\t[ 1,\r\n 2 ] , \"\\\" \" : 3 }"), R"({"a b":[1,2],"\" ":3})");
}

}  // namespace json_cuts_test
}  // namespace mcp::protocol
