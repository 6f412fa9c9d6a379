#include <memory>

#include <mcp/codec/pointers.hpp>
#include <mcp/codec/tuples.hpp>

#include "codec/round_trip.hpp"

namespace mcp {
namespace tuples_test {

using namespace testing_support;

TEST(TupleCodec, each_element_has_its_type) {
  using Pair = std::pair<std::string, int>;
  EXPECT_EQ(round_trip<Pair>(R"(["a",1])"), R"(["a",1])");
  using Triple = std::tuple<bool, std::unique_ptr<int>, std::vector<double>>;
  EXPECT_EQ(round_trip<Triple>("[true,null,[1.5]]"), "[true,null,[1.5]]");
  EXPECT_EQ(problems<Triple>("[1,2,3]"), "$[0]: expected boolean, got 1\n$[2]: expected array, got 3");
}

TEST(TupleCodec, the_size_is_fixed) {
  using Pair = std::pair<std::string, int>;
  EXPECT_EQ(problems<Pair>(R"(["a"])"), "$: expected array of exactly 2 elements, got 1 element");
  EXPECT_EQ(problems<Pair>(R"(["a",1,2])"), "$: expected array of exactly 2 elements, got 3 elements");
  EXPECT_EQ(problems<Pair>("{}"), "$: expected array of exactly 2 elements, got {}");
  EXPECT_EQ(problems<std::tuple<int>>("1"), "$: expected array of exactly 1 element, got 1");
}

TEST(TupleCodec, an_empty_tuple_is_an_empty_array) {
  EXPECT_EQ(round_trip<std::tuple<>>("[]"), "[]");
  EXPECT_EQ(problems<std::tuple<>>("[1]"), "$: expected array of exactly 0 elements, got 1 element");
}

TEST(TupleCodec, what_json_cannot_carry_fails_with_its_path) {
  EXPECT_EQ(encoded(std::tuple(1, std::string("\xff"))), "failed: $[1] is not valid UTF-8");
}

}  // namespace tuples_test
}  // namespace mcp
