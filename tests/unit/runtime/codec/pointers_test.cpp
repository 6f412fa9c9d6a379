#include <mcp/codec/object.hpp>
#include <mcp/codec/pointers.hpp>

#include "codec/round_trip.hpp"

namespace {

struct Node {
  int value = 0;
  std::unique_ptr<Node> left;
  std::shared_ptr<const Node> right;
};

struct Ring {
  std::shared_ptr<Ring> one;
  std::shared_ptr<Ring> other;
};

}  // namespace

#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace mcp {

template <>
struct codec<Node>;
template <>
struct codec<Ring>;

template <>
struct codec<Node> : detail::ObjectCodec<Node> {
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(Node::value)>("\"value\":", __builtin_offsetof(Node, value)),
      detail::optional<decltype(Node::left)>("\"left\":", __builtin_offsetof(Node, left)),
      detail::optional<decltype(Node::right)>("\"right\":", __builtin_offsetof(Node, right))};
  static constexpr detail::Object kObject{kMembers, 3};
};
template <>
struct codec<Ring> : detail::ObjectCodec<Ring> {
  static constexpr detail::Member kMembers[] = {
      detail::optional<decltype(Ring::one)>("\"one\":", __builtin_offsetof(Ring, one)),
      detail::optional<decltype(Ring::other)>("\"other\":", __builtin_offsetof(Ring, other))};
  static constexpr detail::Object kObject{kMembers, 2};
};

namespace {

using namespace testing_support;

TEST(PointerCodec, null_is_an_empty_pointer) {
  EXPECT_EQ(decoded<std::unique_ptr<int>>("null"), nullptr);
  EXPECT_EQ(decoded<std::shared_ptr<int>>("null"), nullptr);
  EXPECT_EQ(*decoded<std::unique_ptr<int>>("5"), 5);
  EXPECT_EQ(*decoded<std::shared_ptr<const std::string>>("\"a\""), "a");
  EXPECT_EQ(*decoded<std::unique_ptr<const std::string>>("\"a\""), "a");
  EXPECT_EQ(encoded(std::unique_ptr<int>()), "null");
  EXPECT_EQ(encoded(std::make_shared<const double>(1.5)), "1.5");
}

TEST(PointerCodec, empty_ones_are_left_out_of_objects) {
  constexpr auto text = R"({"value":1,"left":{"value":2},"right":{"value":3,"right":{"value":4}}})";
  EXPECT_EQ(round_trip<Node>(text), text);
  EXPECT_EQ(round_trip<Node>(R"({"value":1,"left":null})"), R"({"value":1})");
}

TEST(PointerCodec, what_they_point_to_is_checked) {
  EXPECT_EQ(problems<Node>(R"({"value":1,"left":{"value":2,"right":{"value":"x"}}})"),
            "$.left.right.value: expected integer between -2147483648 and 2147483647, got \"x\"");
  EXPECT_EQ(problems<Node>(R"({"value":1,"right":5})"), "$.right: expected object, got 5");
}

TEST(PointerCodec, lists_hold_what_can_only_be_moved) {
  using List = std::vector<std::unique_ptr<int>>;
  EXPECT_EQ(round_trip<List>("[1,null,3]"), "[1,null,3]");
}

TEST(PointerCodec, cycles_fail_and_end) {
  const auto ring = std::make_shared<Ring>();
  ring->one = ring->other = ring;
  EXPECT_TRUE(encoded(ring).ends_with(".one.one is nested deeper than 1024 levels")) << encoded(ring);
  ring->one = ring->other = nullptr;
}

}  // namespace
}  // namespace mcp
