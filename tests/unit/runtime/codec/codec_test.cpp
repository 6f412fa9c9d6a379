#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include <mcp/generated_support.hpp>
#include <mcp/json.hpp>

#include "codec/round_trip.hpp"

namespace {

enum class Colour { red, green = 7 };

struct Part {
  std::string name;
  std::optional<double> weight;
};

struct Dial {
  std::optional<int> trim = 4;
  std::optional<std::string> note;
};

struct Inner {
  int value = 0;
};

struct Enclosing {
  Inner inner;
};

struct Thing {
  int count = 3;
  Colour colour = Colour::red;
  std::vector<Part> parts;
  std::map<std::string, int> stock;
};

struct Chain {
  std::vector<Chain> next;
};

}  // namespace

// As generated code does: Thing is not of standard layout.
#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace mcp {

template <>
struct codec<Colour> : detail::EnumCodec<Colour> {
  // The last one is not of the enumeration: nobody must look at it.
  static constexpr detail::Enumerator kEnumerators[] = {{"red", 0}, {"green", 7}, {"blue", 3}};
  static constexpr detail::Enumeration kEnumeration{kEnumerators, 2};
};

template <>
struct codec<Part> : detail::ObjectCodec<Part> {
  static constexpr detail::Constraints kName{.noun = "string", .min_size = 1, .max_size = 4};
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(Part::name)>("\"name\":", __builtin_offsetof(Part, name), &kName),
      detail::optional<decltype(Part::weight)>("\"weight\":", __builtin_offsetof(Part, weight)),
  };
  static constexpr detail::Object kObject{kMembers, 2};
};

template <>
struct codec<Chain>;
template <>
struct codec<Chain> : detail::ObjectCodec<Chain> {
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(Chain::next)>("\"next\":", __builtin_offsetof(Chain, next))};
  static constexpr detail::Object kObject{kMembers, 1};
};

template <>
struct codec<Dial> : detail::ObjectCodec<Dial> {
  static constexpr detail::Member kMembers[] = {
      detail::optional_or_null<decltype(Dial::trim)>("\"trim\":", __builtin_offsetof(Dial, trim)),
      detail::optional<decltype(Dial::note)>("\"note\":", __builtin_offsetof(Dial, note))};
  static constexpr detail::Object kObject{kMembers, 2};
};

// A struct before that of its member, as generated code has them: sorted by name.
template <>
struct codec<Inner>;
template <>
struct codec<Enclosing> : detail::ObjectCodec<Enclosing> {
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(Enclosing::inner)>("\"inner\":", __builtin_offsetof(Enclosing, inner))};
  static constexpr detail::Object kObject{kMembers, 1};
};
template <>
struct codec<Inner> : detail::ObjectCodec<Inner> {
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(Inner::value)>("\"value\":", __builtin_offsetof(Inner, value))};
  static constexpr detail::Object kObject{kMembers, 1};
};

template <>
struct codec<Thing> : detail::ObjectCodec<Thing> {
  static constexpr detail::Constraints kCount{
      .noun = "integer", .minimum = detail::Bound(std::int64_t{1}), .maximum = detail::Bound(std::int64_t{10})};
  static constexpr detail::Constraints kParts{.noun = "array", .max_size = 2};
  static constexpr detail::Member kMembers[] = {
      detail::optional<decltype(Thing::count)>("\"count\":", __builtin_offsetof(Thing, count), &kCount),
      detail::optional<decltype(Thing::colour)>("\"colour\":", __builtin_offsetof(Thing, colour)),
      detail::required<decltype(Thing::parts)>("\"parts\":", __builtin_offsetof(Thing, parts), &kParts),
      detail::optional<decltype(Thing::stock)>("\"stock\":", __builtin_offsetof(Thing, stock)),
  };
  static constexpr detail::Object kObject{kMembers, 4};
};

}  // namespace mcp

namespace mcp {
namespace {

using namespace testing_support;

TEST(Codec, integers_are_told_by_value_not_by_spelling) {
  EXPECT_EQ(decoded<int>("1.0"), 1);
  EXPECT_EQ(decoded<int>("1e2"), 100);
  EXPECT_EQ(decoded<int>("-0"), 0);
  EXPECT_EQ(problems<int>("1.5"), "$: expected integer between -2147483648 and 2147483647, got 1.5");
  EXPECT_EQ(problems<int>("\"1\""), "$: expected integer between -2147483648 and 2147483647, got \"1\"");
}

TEST(Codec, integers_keep_their_whole_range) {
  EXPECT_EQ(decoded<std::int64_t>("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(decoded<std::uint64_t>("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(decoded<std::int64_t>("9007199254740993"), 9007199254740993);
  EXPECT_EQ(problems<std::int64_t>("9223372036854775808"),
            "$: expected integer between -9223372036854775808 and 9223372036854775807, got 9223372036854775808");
  EXPECT_EQ(problems<std::uint64_t>("18446744073709551616"),
            "$: expected integer between 0 and 18446744073709551615, got 18446744073709551616");
  EXPECT_EQ(problems<std::uint64_t>("-1"), "$: expected integer between 0 and 18446744073709551615, got -1");
  EXPECT_EQ(problems<std::int8_t>("128"), "$: expected integer between -128 and 127, got 128");
  EXPECT_EQ(decoded<std::uint8_t>("0"), 0);
  EXPECT_EQ(decoded<std::uint8_t>("255"), 255);
  EXPECT_EQ(problems<std::uint8_t>("256"), "$: expected integer between 0 and 255, got 256");
}

TEST(Codec, bounds_of_64_bits_are_no_news_to_who_sent_no_number) {
  EXPECT_EQ(problems<std::int64_t>("\"ten\""), "$: expected integer, got \"ten\"");
  EXPECT_EQ(problems<std::int64_t>("1e19"),
            "$: expected integer between -9223372036854775808 and 9223372036854775807, got 1e+19");
}

TEST(Codec, reals_take_every_number_a_double_holds) {
  EXPECT_EQ(decoded<double>("100000000000000000000"), 1e20);
  EXPECT_EQ(decoded<double>("123456789012345678901234567890"), 123456789012345678901234567890.0);
  EXPECT_EQ(decoded<double>("9007199254740993"), 9007199254740992.0);
  EXPECT_EQ(decoded<double>("5e-324"), 5e-324);
  EXPECT_EQ(problems<double>("1e400"), "$: expected number that a double can hold, got 1e400");
  EXPECT_EQ(problems<float>("1e39"), "$: expected number that a float can hold, got 1e+39");
  EXPECT_EQ(problems<double>("true"), "$: expected number, got true");
}

TEST(Codec, every_problem_is_named_with_its_path) {
  EXPECT_EQ(
      problems<Thing>(
          R"({"count": "ten", "parts": [{"name": "", "weigth": 1}, {"name": 7, "weight": "x"}], "stock": {"a b": 1.5}})"),
      "$.count: expected integer between 1 and 10, got \"ten\"\n"
      "$.parts[0].name: expected string of 1 to 4 characters, got 0 characters\n"
      "$.parts[0]: unknown member \"weigth\"; did you mean \"weight\"?\n"
      "$.parts[1].name: expected string of 1 to 4 characters, got 7\n"
      "$.parts[1].weight: expected number, got \"x\"\n"
      "$.stock['a b']: expected integer between -2147483648 and 2147483647, got 1.5");
}

TEST(Codec, lists_of_problems_end) {
  std::string json = "[";
  for (int i = 0; i < 100; ++i) json += "true,";
  json += "1]";
  const std::string report = problems<std::vector<int>>(json);
  EXPECT_EQ(std::count(report.begin(), report.end(), '\n'), 8);
  EXPECT_TRUE(report.ends_with("… and more")) << report;
}

TEST(Codec, constraints_are_enforced) {
  EXPECT_EQ(problems<Thing>(R"({"parts": [], "count": 0})"), "$.count: expected integer between 1 and 10, got 0");
  EXPECT_EQ(problems<Thing>(R"({"parts": [], "count": 10})"), "");
  EXPECT_EQ(problems<Thing>(R"({"parts": [{"name":"a"},{"name":"b"},{"name":"c"}]})"),
            "$.parts: expected array of at most 2 elements, got 3 elements");
  EXPECT_EQ(problems<Part>(R"({"name": "äöüß"})"), "") << "characters count, not bytes";
  EXPECT_EQ(problems<Part>(R"({"name": "äöüß!"})"), "$.name: expected string of 1 to 4 characters, got 5 characters");
}

TEST(Codec, constraints_of_an_array_are_not_those_of_its_elements) {
  EXPECT_EQ(problems<Thing>(R"({"parts": [1]})"), "$.parts[0]: expected object, got 1");
}

using StringMap = std::map<std::string, int>;

TEST(Codec, members_are_unknown_missing_or_sent_twice) {
  EXPECT_EQ(problems<Part>("{}"), "$: required member \"name\" is missing");
  EXPECT_EQ(problems<Part>(R"({"name":"a","name":"b"})"), "$.name: sent twice; send it once");
  EXPECT_EQ(problems<Part>(R"({"name":"a","zzzzzzzz":1})"), "$: unknown member \"zzzzzzzz\"; accepted: name, weight");
  EXPECT_EQ(problems<Part>(R"({"name":"a","zzz\"\nzzz":1})"),
            "$: unknown member \"zzz\\\"\\nzzz\"; accepted: name, weight")
      << "on one line";
  EXPECT_EQ(problems<StringMap>(R"({"a":1,"a":2})"), "$.a: sent twice; send it once");
}

TEST(Codec, escaped_names_are_the_names_they_spell) { EXPECT_EQ(decoded<Part>(R"({"\u006eame":"x"})").name, "x"); }

TEST(Codec, null_is_for_optionals_alone) {
  EXPECT_EQ(decoded<Part>(R"({"name":"a","weight":null})").weight, std::nullopt);
  EXPECT_EQ(problems<Part>(R"({"name":null})"), "$.name: expected string of 1 to 4 characters, got null");
}

TEST(Codec, enums_name_what_they_accept) {
  EXPECT_EQ(decoded<Colour>("\"green\""), Colour::green);
  EXPECT_EQ(problems<Colour>("\"blue\""), "$: expected one of \"red\", \"green\", got \"blue\"");
  EXPECT_EQ(problems<Colour>("7"), "$: expected one of \"red\", \"green\", got 7");
  EXPECT_EQ(encoded(Colour::green), "\"green\"");
  EXPECT_EQ(encoded(static_cast<Colour>(3)), "failed: $ holds 3, which its enumeration does not declare");
}

TEST(Codec, arrays_have_their_size) {
  using Triple = std::array<int, 3>;
  EXPECT_EQ(decoded<Triple>("[1,2,3]"), (Triple{1, 2, 3}));
  EXPECT_EQ(problems<Triple>("[1,2]"), "$: expected array of exactly 3 elements, got 2 elements");
  EXPECT_EQ(problems<Triple>("{}"), "$: expected array of exactly 3 elements, got {}");
}

TEST(Codec, any_json_survives_a_round_trip) {
  for (const char* text : {"null", "true", "-5", "18446744073709551615", "1.5", "\"\\u0001 \\\" ä\"", "[]", "{}",
                           R"({"a":[1,{"b":null}],"c":"d"})"}) {
    EXPECT_EQ(encoded(decoded<json>(text)), text == std::string("\"\\u0001 \\\" ä\"") ? "\"\\u0001 \\\" ä\"" : text);
  }
  EXPECT_EQ(decoded<json>("100000000000000000000"), json(1e20));
  EXPECT_EQ(problems<json>(R"({"a":{"b":1,"b":2}})"), "$.a.b: sent twice; send it once");
}

TEST(Codec, what_json_cannot_carry_fails_with_its_path) {
  Thing thing;
  thing.parts = {{"a", 1.0}, {"b", std::nan("")}};
  EXPECT_EQ(encoded(thing), "failed: $.parts[1].weight is not a finite number");
  thing.parts = {{"\xff", 1.0}};
  EXPECT_EQ(encoded(thing), "failed: $.parts[0].name is not valid UTF-8");
  EXPECT_EQ(encoded(std::vector<double>{1, INFINITY}), "failed: $[1] is not a finite number");
  EXPECT_EQ(encoded(json("\xC3")), "failed: $ is not valid UTF-8");
}

TEST(Codec, empty_optionals_are_left_out_of_objects) {
  EXPECT_EQ(encoded(Part{"a", {}}), R"({"name":"a"})");
  EXPECT_EQ(encoded(Thing{}), R"({"count":3,"colour":"red","parts":[],"stock":{}})");
  EXPECT_EQ(encoded(std::vector<std::optional<int>>{1, std::nullopt}), "[1,null]");
}

TEST(Codec, floats_are_written_shortest) {
  EXPECT_EQ(encoded(0.1F), "0.1");
  EXPECT_EQ(encoded(0.1), "0.1");
  EXPECT_EQ(encoded(1e300), "1e+300");
  EXPECT_EQ(encoded(100000.0), "100000") << "not 1e+05, which reads worse";
  EXPECT_EQ(encoded(-9007199254740992.0), "-9007199254740992");
  EXPECT_EQ(encoded(9007199254740994.0), "9007199254740994");
  EXPECT_EQ(encoded(-0.0), "-0.0");
  EXPECT_EQ(encoded(16777216.0F), "16777216");
  EXPECT_EQ(encoded(std::vector<bool>{true, false}), "[true,false]");
}

TEST(Codec, shown_values_are_trimmed_between_characters) {
  std::string long_text(58, 'a');
  EXPECT_EQ(problems<int>("\"" + long_text + "ää\""),
            "$: expected integer between -2147483648 and 2147483647, got \"" + long_text + "…");
  const std::string deep = std::string(500, '[') + std::string(500, ']');
  EXPECT_EQ(problems<int>(deep),
            "$: expected integer between -2147483648 and 2147483647, got " + std::string(60, '[') + "…");
}

TEST(Codec, characters_are_strings_of_one) {
  EXPECT_EQ(decoded<char>("\"x\""), 'x');
  EXPECT_EQ(decoded<char>("\"\\u0000\""), '\0');
  EXPECT_EQ(encoded('"'), R"("\"")");
  EXPECT_EQ(problems<char>("\"\""), "$: expected string of 1 ASCII character, got \"\"");
  EXPECT_EQ(problems<char>("\"xy\""), "$: expected string of 1 ASCII character, got \"xy\"");
  EXPECT_EQ(problems<char>("\"ä\""), "$: expected string of 1 ASCII character, got \"ä\"");
  EXPECT_EQ(problems<char>("65"), "$: expected string of 1 ASCII character, got 65");
  EXPECT_EQ(encoded(static_cast<char>(0xE4)), "failed: $ is not an ASCII character");
  EXPECT_EQ(decoded<signed char>("65"), 65);
}

struct Grid {
  int cells[2][3] = {};
};

TEST(Codec, c_arrays_have_their_size_at_every_level) {
  Grid grid;
  EXPECT_EQ(problems("[[1,2,3],[4,5,6]]", grid.cells), "");
  EXPECT_EQ(grid.cells[1][2], 6);
  EXPECT_EQ(encoded(grid.cells), "[[1,2,3],[4,5,6]]");
  EXPECT_EQ(problems("[[1,2,3],[4,5]]", grid.cells), "$[1]: expected array of exactly 3 elements, got 2 elements");
  EXPECT_EQ(problems("[]", grid.cells), "$: expected array of exactly 2 elements, got 0 elements");
}

TEST(Codec, a_member_is_read_though_its_codec_stands_behind_that_of_its_struct) {
  ASSERT_NE(detail::ops_of<Inner>.decode, nullptr);
  Enclosing enclosing;
  EXPECT_EQ(problems(R"({"inner":{"value":3}})", enclosing), "");
  EXPECT_EQ(enclosing.inner.value, 3);
}

TEST(Codec, a_zero_keeps_its_sign) {
  EXPECT_EQ(encoded(-0.0F), "-0.0");
  EXPECT_EQ(encoded(0.0), "0");
  EXPECT_TRUE(std::signbit(decoded<double>(encoded(-0.0))));
}

TEST(Codec, an_empty_member_with_another_default_is_written_as_null) {
  EXPECT_EQ(encoded(Dial{}), R"({"trim":4})");
  EXPECT_EQ(encoded(Dial{.trim = {}, .note = {}}), R"({"trim":null})");
  EXPECT_EQ(decoded<Dial>(R"({"trim":null})").trim, std::nullopt);
}

TEST(Codec, views_are_written_and_never_read) {
  EXPECT_EQ(encoded(std::string_view("a\"")), R"("a\"")");
  EXPECT_EQ(encoded<const char*>("text"), "\"text\"");
  EXPECT_EQ(encoded<const char*>(nullptr), "failed: $ is a null pointer");
  EXPECT_EQ(detail::ops_of<std::string_view>.decode, nullptr);
  EXPECT_EQ(detail::result_ops_of<std::string>.decode, nullptr);
  EXPECT_NE(detail::ops_of<std::string>.decode, nullptr);
}

TEST(Codec, what_is_nested_too_deep_fails) {
  const auto chain_of = [](std::size_t levels) {
    Chain first;
    Chain* last = &first;
    for (; levels > 1; --levels) last = &last->next.emplace_back();
    return first;
  };
  EXPECT_TRUE(encoded(chain_of(1024)).starts_with(R"({"next":[{)"));
  const std::string failure = encoded(chain_of(1025));
  EXPECT_TRUE(failure.starts_with("failed: $.next[0].next[0]")) << failure;
  EXPECT_TRUE(failure.ends_with("].next[0] is nested deeper than 1024 levels")) << failure;
  EXPECT_LT(failure.size(), 300U) << "the middle of the path is left out";
  json deep;
  for (int i = 0; i < 2000; ++i) deep = json::array({deep});
  EXPECT_TRUE(encoded(deep).ends_with(" is nested deeper than 1024 levels"));
}

}  // namespace
}  // namespace mcp
