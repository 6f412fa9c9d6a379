#include <memory>
#include <stdexcept>

#include <mcp/codec/pointers.hpp>
#include <mcp/codec/variants.hpp>

#include "codec/round_trip.hpp"

namespace {

enum class Colour { red, green };

struct Circle {
  mcp::Literal<"circle"> type;
  double radius = 0;
};
struct Square {
  mcp::Literal<"square"> type;
  double side = 0;
};
using Figure = std::variant<Circle, Square>;

struct Group;
struct Leaf {
  int value = 0;
};
struct Group {
  std::vector<std::variant<Leaf, std::unique_ptr<Group>>> parts;
};

struct Plain {
  int a = 0;
};
struct Other {
  std::string b;
};
/// Tagged, and seen before its codec is: the variant of a tree's children.
struct Tree;
struct Fruit {
  mcp::Literal<"fruit"> kind;
  int seeds = 0;
};
struct Tree {
  mcp::Literal<"tree"> kind;
  std::vector<std::variant<Tree, Fruit>> children;
};

/// Two alternatives that no tag tells apart, as deep as one likes.
struct Left;
struct Right;
using Either = std::variant<std::unique_ptr<Left>, std::unique_ptr<Right>>;
struct Left {
  Either next;
  bool end = false;
};
struct Right {
  Either next;
  int end = 0;
};

struct Throws {
  Throws() = default;
  explicit Throws(int) { throw std::runtime_error("not made"); }
  Throws(const Throws&) {}
};

}  // namespace

#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace mcp {

template <>
struct codec<Group>;
template <>
struct codec<Left>;
template <>
struct codec<Right>;

template <>
struct codec<Tree>;
template <>
struct codec<Fruit>;

template <>
struct codec<Tree> : detail::ObjectCodec<Tree> {
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(Tree::kind)>("\"kind\":", __builtin_offsetof(Tree, kind)),
      detail::required<decltype(Tree::children)>("\"children\":", __builtin_offsetof(Tree, children))};
  static constexpr detail::Object kObject{kMembers, 2, "kind", "tree"};
};
template <>
struct codec<Fruit> : detail::ObjectCodec<Fruit> {
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(Fruit::kind)>("\"kind\":", __builtin_offsetof(Fruit, kind)),
      detail::optional<decltype(Fruit::seeds)>("\"seeds\":", __builtin_offsetof(Fruit, seeds))};
  static constexpr detail::Object kObject{kMembers, 2, "kind", "fruit"};
};

template <>
struct codec<Colour> : detail::EnumCodec<Colour> {
  static constexpr detail::Enumerator kEnumerators[] = {{"red", 0}, {"green", 1}};
  static constexpr detail::Enumeration kEnumeration{kEnumerators, 2};
};
template <>
struct codec<Circle> : detail::ObjectCodec<Circle> {
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(Circle::type)>("\"type\":", __builtin_offsetof(Circle, type)),
      detail::required<decltype(Circle::radius)>("\"radius\":", __builtin_offsetof(Circle, radius))};
  static constexpr detail::Object kObject{kMembers, 2, "type", "circle"};
};
template <>
struct codec<Square> : detail::ObjectCodec<Square> {
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(Square::type)>("\"type\":", __builtin_offsetof(Square, type)),
      detail::required<decltype(Square::side)>("\"side\":", __builtin_offsetof(Square, side))};
  static constexpr detail::Object kObject{kMembers, 2, "type", "square"};
};
template <>
struct codec<Leaf> : detail::ObjectCodec<Leaf> {
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(Leaf::value)>("\"value\":", __builtin_offsetof(Leaf, value))};
  static constexpr detail::Object kObject{kMembers, 1};
};
template <>
struct codec<Group> : detail::ObjectCodec<Group> {
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(Group::parts)>("\"parts\":", __builtin_offsetof(Group, parts))};
  static constexpr detail::Object kObject{kMembers, 1};
};
template <>
struct codec<Plain> : detail::ObjectCodec<Plain> {
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(Plain::a)>("\"a\":", __builtin_offsetof(Plain, a))};
  static constexpr detail::Object kObject{kMembers, 1};
};
template <>
struct codec<Other> : detail::ObjectCodec<Other> {
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(Other::b)>("\"b\":", __builtin_offsetof(Other, b))};
  static constexpr detail::Object kObject{kMembers, 1};
};
template <>
struct codec<Left> : detail::ObjectCodec<Left> {
  static constexpr detail::Member kMembers[] = {
      detail::optional<decltype(Left::next)>("\"next\":", __builtin_offsetof(Left, next)),
      detail::required<decltype(Left::end)>("\"end\":", __builtin_offsetof(Left, end))};
  static constexpr detail::Object kObject{kMembers, 2};
};
template <>
struct codec<Right> : detail::ObjectCodec<Right> {
  static constexpr detail::Member kMembers[] = {
      detail::optional<decltype(Right::next)>("\"next\":", __builtin_offsetof(Right, next)),
      detail::required<decltype(Right::end)>("\"end\":", __builtin_offsetof(Right, end))};
  static constexpr detail::Object kObject{kMembers, 2};
};
/// A user's own: says nothing of what it takes.
template <>
struct codec<Throws> {
  static bool decode(Value from, Throws&, Decoder& problems) {
    if (from.kind() == JsonKind::Boolean) throw std::runtime_error("boolean");
    return problems.fail("refused");
  }
  static void encode(const Throws&, Writer&) { throw std::runtime_error("never written"); }
};

namespace {

using namespace testing_support;

TEST(VariantCodec, the_first_alternative_that_fits_is_taken) {
  using Number = std::variant<int, double, std::string>;
  EXPECT_EQ(decoded<Number>("1").index(), 0U);
  EXPECT_EQ(decoded<Number>("1.0").index(), 0U) << "an integer";
  EXPECT_EQ(decoded<Number>("1.5").index(), 1U);
  EXPECT_EQ(decoded<Number>("3000000000").index(), 1U);
  EXPECT_EQ(decoded<Number>("\"x\"").index(), 2U);
  EXPECT_EQ((decoded<std::variant<double, int>>("1").index()), 0U);
  EXPECT_EQ((decoded<std::variant<Colour, std::string>>("\"green\"").index()), 0U);
  EXPECT_EQ((decoded<std::variant<Colour, std::string>>("\"blue\"").index()), 1U);
  EXPECT_EQ((decoded<std::variant<std::monostate, int>>("null").index()), 0U);
  EXPECT_EQ((decoded<std::variant<int, std::optional<bool>>>("null").index()), 1U);
  EXPECT_EQ((decoded<std::variant<std::vector<int>, std::vector<std::string>>>("[\"a\"]").index()), 1U);
  EXPECT_EQ((decoded<std::variant<std::vector<int>, std::vector<std::string>>>("[]").index()), 0U);
  EXPECT_EQ((decoded<std::variant<std::unique_ptr<int>, std::string>>("\"x\"").index()), 1U);
}

TEST(VariantCodec, a_value_of_no_accepted_kind_is_told_what_is_accepted) {
  EXPECT_EQ((problems<std::variant<int, std::string, Plain>>("true")),
            "$: expected integer, string or object, got true");
  EXPECT_EQ((problems<std::variant<std::optional<int>, std::string>>("[]")),
            "$: expected integer, null or string, got []");
  EXPECT_EQ((problems<std::variant<int>>("null")), "$: expected integer, got null");
}

TEST(VariantCodec, the_one_alternative_of_the_right_kind_reports_its_problems) {
  EXPECT_EQ((problems<std::variant<int, std::string>>("1.5")),
            "$: expected integer between -2147483648 and 2147483647, got 1.5");
  EXPECT_EQ((problems<std::variant<int, std::vector<Plain>>>(R"([{"a":1},{"a":"x"},{}])")),
            "$[1].a: expected integer between -2147483648 and 2147483647, got \"x\"\n"
            "$[2]: required member \"a\" is missing");
}

TEST(VariantCodec, the_one_alternative_with_problems_inside_reports_them) {
  EXPECT_EQ((problems<std::variant<Plain, Other>>(R"({"a":"x"})")),
            "$.a: expected integer between -2147483648 and 2147483647, got \"x\"");
  EXPECT_EQ((problems<std::vector<std::variant<Other, Plain>>>(R"([{"a":"x"}])")),
            "$[0].a: expected integer between -2147483648 and 2147483647, got \"x\"");
}

TEST(VariantCodec, alternatives_that_fail_alike_are_all_named) {
  EXPECT_EQ((problems<std::variant<Colour, Literal<"auto">>>("\"blue\"")),
            "$: expected one of \"red\", \"green\" or \"auto\", got \"blue\"");
  EXPECT_EQ((problems<std::variant<Plain, Other>>("{}")),
            "$: expected object (required member \"a\" is missing) or object (required member \"b\" is missing), "
            "got {}");
  EXPECT_EQ((problems<std::variant<std::int8_t, std::uint8_t>>("300")),
            "$: expected integer between -128 and 127 or integer between 0 and 255, got 300");
}

TEST(VariantCodec, tagged_structs_are_picked_by_their_tag) {
  EXPECT_EQ(round_trip<Figure>(R"({"side":2,"type":"square"})"), R"({"type":"square","side":2})");
  EXPECT_EQ(problems<Figure>(R"({"type":"square","radius":1})"),
            "$: unknown member \"radius\"; accepted: type, side\n$: required member \"side\" is missing");
  EXPECT_EQ(problems<Figure>(R"({"type":"square","side":"x"})"), "$.side: expected number, got \"x\"");
  EXPECT_EQ(problems<Figure>(R"({"type":"oval"})"), "$.type: expected one of \"circle\", \"square\", got \"oval\"");
  EXPECT_EQ(problems<Figure>(R"({"type":5})"), "$.type: expected one of \"circle\", \"square\", got 5");
  EXPECT_EQ(problems<Figure>(R"({"side":2})"),
            "$: required member \"type\" is missing; it must be one of \"circle\", \"square\"");
  EXPECT_EQ(problems<Figure>("5"), "$: expected object, got 5");
  EXPECT_EQ(problems<Figure>(R"({"type":"square","side":1,"type":"circle"})"), "$.type: sent twice; send it once");
}

TEST(VariantCodec, tagged_structs_may_hold_their_variant) {
  constexpr auto text = R"({"kind":"tree","children":[{"kind":"fruit","seeds":1},{"kind":"tree","children":[]}]})";
  EXPECT_EQ(round_trip<Tree>(text), text);
  EXPECT_EQ(problems<Tree>(R"({"kind":"tree","children":[{"kind":"tree","children":[{"kind":"leaf"}]}]})"),
            "$.children[0].children[0].kind: expected one of \"tree\", \"fruit\", got \"leaf\"");
}

TEST(VariantCodec, tags_decide_only_where_all_alternatives_have_one) {
  EXPECT_EQ((problems<std::variant<Circle, Plain>>(R"({"type":"circle","radius":"x"})")),
            "$.radius: expected number, got \"x\"");
  EXPECT_EQ((decoded<std::variant<Circle, Plain>>(R"({"a":1})").index()), 1U);
  EXPECT_EQ((decoded<std::variant<std::variant<Circle, Square>, Plain>>(R"({"type":"square","side":1})").index()), 0U);
}

TEST(VariantCodec, alternatives_may_hold_the_variant) {
  constexpr auto text = R"({"parts":[{"value":1},{"parts":[{"value":2}]},null]})";
  EXPECT_EQ(round_trip<Group>(text), text);
  EXPECT_EQ(problems<Group>(R"({"parts":[{"parts":[{"value":"x"}]}]})"),
            "$.parts[0].parts[0].value: expected integer between -2147483648 and 2147483647, got \"x\"");
}

TEST(VariantCodec, values_that_fit_everything_in_part_end) {
  std::string text = "{\"end\":\"x\"}";
  for (int i = 0; i < 200; ++i) text = R"({"next":)" + text + R"(,"end":"x"})";
  EXPECT_EQ(problems<Either>(text), "$: fits too many alternatives in part to be told apart");
}

TEST(VariantCodec, attempts_leave_no_problem_behind) {
  Document document;
  ASSERT_EQ(document.parse_copy(R"(["a",{"b":"c"},true])"), "");
  Decoder decoder;
  std::vector<std::variant<int, Plain, Other, bool, std::string>> values;
  EXPECT_TRUE(codec<decltype(values)>::decode(document.root(), values, decoder));
  EXPECT_FALSE(decoder.failed());
  EXPECT_EQ(decoder.report(), "");
  EXPECT_EQ(values[1].index(), 2U);
}

TEST(VariantCodec, codecs_that_say_nothing_of_what_they_take_are_tried) {
  EXPECT_EQ((decoded<std::variant<Throws, int>>("1").index()), 1U);
  EXPECT_EQ((problems<std::variant<Throws, int>>("\"x\"")), "$: refused");
  Document document;
  ASSERT_EQ(document.parse_copy("true"), "");
  Decoder decoder;
  std::variant<Throws, bool> value;
  EXPECT_THROW((codec<decltype(value)>::decode(document.root(), value, decoder)), std::runtime_error);
  EXPECT_FALSE(decoder.silent());
  value = true;
  EXPECT_THROW((value.emplace<0>(), encoded(value)), std::runtime_error);
}

TEST(VariantCodec, a_variant_without_a_value_fails) {
  std::variant<int, Throws> value = 1;
  EXPECT_THROW(value.emplace<1>(5), std::runtime_error);
  ASSERT_TRUE(value.valueless_by_exception());
  EXPECT_EQ(encoded(value), "failed: $ holds no value");
}

TEST(VariantCodec, what_json_cannot_carry_fails_with_its_path) {
  EXPECT_EQ(encoded(Figure(Circle{{}, 1e300 * 1e300})), "failed: $.radius is not a finite number");
}

TEST(LiteralCodec, takes_its_text_alone) {
  using Auto = Literal<"auto">;
  static_assert(Auto::value() == "auto");
  static_assert(std::string_view(Auto()) == "auto");
  EXPECT_EQ(round_trip<Auto>("\"auto\""), "\"auto\"");
  EXPECT_EQ(problems<Auto>("\"Auto\""), "$: expected \"auto\", got \"Auto\"");
  EXPECT_EQ(problems<Auto>("null"), "$: expected \"auto\", got null");
  EXPECT_EQ(round_trip<Literal<"a\"ä">>("\"a\\\"ä\""), "\"a\\\"ä\"");
  EXPECT_EQ(round_trip<Literal<"">>("\"\""), "\"\"");
}

TEST(MonostateCodec, is_null) {
  EXPECT_EQ(round_trip<std::monostate>("null"), "null");
  EXPECT_EQ(problems<std::monostate>("0"), "$: expected null, got 0");
}

}  // namespace
}  // namespace mcp
