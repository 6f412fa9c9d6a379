#include <thread>

#include <mcp/codec/constraints.hpp>
#include <mcp/codec/object.hpp>
#include <mcp/codec/pattern.hpp>
#include <mcp/json.hpp>

#include "codec/round_trip.hpp"

namespace mcp::detail {
namespace constraints_test {

using namespace testing_support;

/// What a member of type T with these constraints reports for `json`, without its path.
template <class T = nlohmann::json>
std::string refusal(const std::string& json, const Constraints& constraints) {
  struct Holder {
    T value{};
  };
  const Member members[] = {required<T>("\"m\":", 0, &constraints)};
  const Object table{members, 1};
  Document document;
  if (const auto wrong = document.parse_copy("{\"m\":" + json + "}"); !wrong.empty()) return std::string(wrong);
  Decoder decoder;
  Holder holder;
  const bool good = decode_object(document.root(), &holder, table, decoder);
  EXPECT_EQ(good, !decoder.failed());
  const std::string& report = decoder.report();
  return report.starts_with("$.m: ") ? report.substr(5) : report;
}

Bound whole(std::int64_t value) { return Bound(value); }

TEST(Constraints, multiples_of_integers_are_exact) {
  const Constraints of_seven{.noun = "integer", .multiple_of = whole(7)};
  for (const char* good : {"0", "-0", "7", "-7", "7.0", "1.4e1", "9223372036854775807", "-9223372036854775807",
                           "18446744073709551614", "1.4e17"}) {
    EXPECT_EQ(refusal(good, of_seven), "") << good;
  }
  for (const char* bad : {"1", "-8", "7.5", "6.9999999999999991", "9223372036854775806", "-9223372036854775808",
                          "18446744073709551615", "0.0000000001"}) {
    EXPECT_NE(refusal(bad, of_seven), "") << bad;
  }
  EXPECT_EQ(refusal("8", of_seven), "expected integer that is a multiple of 7, got 8");
  EXPECT_EQ(refusal("\"x\"", of_seven), "") << "not a number";
  const Constraints huge{.noun = "integer", .multiple_of = Bound(std::uint64_t{18446744073709551615U})};
  EXPECT_EQ(refusal("18446744073709551615", huge), "");
  EXPECT_NE(refusal("9223372036854775807", huge), "");
}

TEST(Constraints, multiples_of_fractions_are_near) {
  const Constraints of_tenth{.noun = "number", .multiple_of = Bound(0.1)};
  for (const char* good : {"0.3", "-0.7", "1e9", "123456789.1", "0"}) EXPECT_EQ(refusal(good, of_tenth), "") << good;
  for (const char* bad : {"0.35", "0.05", "0.300001"}) EXPECT_NE(refusal(bad, of_tenth), "") << bad;
  EXPECT_EQ(refusal("0.35", of_tenth), "expected number that is a multiple of 0.1, got 0.35");
  const Constraints of_quarter{.noun = "number", .multiple_of = Bound(0.25)};
  for (const char* good : {"1e308", "-1.7976931348623157e308", "1e307"})
    EXPECT_EQ(refusal(good, of_quarter), "") << good;
  const Constraints of_two{.noun = "number", .multiple_of = Bound(2.0)};
  EXPECT_EQ(refusal("9007199254740994", of_two), "");
  EXPECT_NE(refusal("9007199254740993", of_two), "");
}

TEST(Constraints, bounds_come_before_multiples) {
  const Constraints both{.noun = "integer", .minimum = whole(0), .maximum = whole(100), .multiple_of = whole(5)};
  EXPECT_EQ(refusal<int>("101", both), "expected integer between 0 and 100 that is a multiple of 5, got 101");
  EXPECT_EQ(refusal<int>("99", both), "expected integer between 0 and 100 that is a multiple of 5, got 99");
  EXPECT_EQ(refusal<int>("\"x\"", both), "expected integer between 0 and 100 that is a multiple of 5, got \"x\"");
  EXPECT_EQ(refusal<int>("95", both), "");
}

TEST(Constraints, unique_items_compares_json_values) {
  const Constraints unique{.noun = "array", .unique_items = true};
  for (const char* good :
       {"[]", "[1]", "[1,2,3]", "[1,\"1\",true,null]", "[0,false,\"\",null,[],{}]", "[[1,2],[2,1]]",
        R"([{"a":1},{"a":2},{"a":1,"b":1}])", "[9007199254740993,9007199254740992.0]",
        "[18446744073709551615,18446744073709551614,-1]", "[1e300,1e301]", R"([{"a":1,"b":2},{"a":2,"b":1}])"}) {
    EXPECT_EQ(refusal(good, unique), "") << good;
  }
  for (const char* bad :
       {"[1,1]", "[1,1.0]", "[100,1e2]", "[0,-0.0]", "[-1,-1.0]", "[null,null]", "[\"a\",\"\\u0061\"]", "[[],[]]",
        "[[1,{\"a\":[2]}],[1.0,{\"a\":[2]}]]", R"([{"a":1,"b":2},{"b":2,"a":1}])",
        "[18446744073709551615,18446744073709551615]", "[1e20,100000000000000000000]",
        "[9223372036854775808,9223372036854775808.0]", "[true,false,true]"}) {
    EXPECT_TRUE(refusal(bad, unique).starts_with("expected array of unique elements, got equal ones at ")) << bad;
  }
  EXPECT_EQ(refusal("[3,1,2,1]", unique), "expected array of unique elements, got equal ones at 1 and 3");
  EXPECT_EQ(refusal("{}", unique), "") << "not an array";
}

TEST(Constraints, unique_items_of_long_arrays_are_found_soon) {
  std::string json = "[";
  for (int i = 0; i < 200000; ++i) json += std::to_string(i) + ",";
  const Constraints unique{.noun = "array", .max_size = 1000000, .unique_items = true};
  EXPECT_EQ(refusal(json + "-1]", unique), "");
  EXPECT_EQ(refusal(json + "7]", unique),
            "expected array of at most 1000000 unique elements, got equal ones at 7 and 200000");
}

TEST(Constraints, sizes_come_before_uniqueness) {
  const Constraints both{.noun = "array", .max_size = 2, .unique_items = true};
  EXPECT_EQ(refusal("[1,1,1]", both), "expected array of at most 2 unique elements, got 3 elements");
  EXPECT_EQ(refusal("[1,1]", both), "expected array of at most 2 unique elements, got equal ones at 0 and 1");
  EXPECT_EQ(refusal<std::vector<int>>("5", both), "expected array of at most 2 unique elements, got 5");
}

TEST(Constraints, null_may_be_refused_though_the_codec_takes_it) {
  const Constraints named{.noun = "integer", .minimum = whole(1), .refuse_null = true};
  EXPECT_EQ(refusal<std::optional<int>>("null", named), "expected integer of at least 1, got null");
  EXPECT_EQ(refusal<std::optional<int>>("1", named), "");
  const Constraints silent{.noun = "integer", .minimum = whole(1)};
  EXPECT_EQ(refusal<std::optional<int>>("null", silent), "");
}

TEST(Constraints, patterns_are_found_anywhere_and_count_characters) {
  static constinit Pattern word{"^[a-z]+$"};
  const Constraints whole_word{.noun = "string", .pattern = &word};
  EXPECT_EQ(refusal<std::string>("\"abc\"", whole_word), "");
  EXPECT_EQ(refusal<std::string>("\"X\"", whole_word), "expected string matching ^[a-z]+$, got \"X\"");
  EXPECT_EQ(refusal<std::string>("\"abc\\n\"", whole_word), "expected string matching ^[a-z]+$, got \"abc\\n\"");
  EXPECT_EQ(refusal<std::string>("5", whole_word), "expected string matching ^[a-z]+$, got 5");
  static constinit Pattern part{"b.d"};
  const Constraints some{.noun = "string", .pattern = &part};
  EXPECT_EQ(refusal("\"abäde\"", some), "") << "a dot is a character, not a byte";
  EXPECT_NE(refusal("\"abäxde\"", some), "");
  EXPECT_EQ(refusal("[]", some), "") << "not a string";
  static constinit Pattern nul{"^a\\x00b$"};
  EXPECT_EQ(refusal("\"a\\u0000b\"", {.noun = "string", .pattern = &nul}), "");
}

TEST(Constraints, patterns_that_do_not_compile_refuse_cleanly) {
  static constinit Pattern broken{"(?=a)"};
  EXPECT_EQ(refusal("\"a\"", {.noun = "string", .pattern = &broken}),
            "cannot be checked: the server's pattern (?=a) is no regular expression of RE2");
}

TEST(Constraints, patterns_are_compiled_once_by_any_number_of_threads) {
  static constinit Pattern pattern{"^(a|b)*c$"};
  std::vector<std::thread> threads;
  std::atomic<int> matched = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 100; ++k) matched += match_pattern(pattern, "ababc") == Match::Yes ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(matched, 800);
  const void* const compiled = pattern.compiled;
  EXPECT_EQ(match_pattern(pattern, "abab"), Match::No);
  EXPECT_EQ(pattern.compiled, compiled);
}

TEST(Constraints, sizes_come_before_patterns_and_patterns_before_formats) {
  static constinit Pattern pattern{"@example"};
  const Constraints all{.noun = "string", .max_size = 20, .pattern = &pattern, .format = Format::Email};
  const std::string demand = "expected string of at most 20 characters in the format email matching @example, got ";
  EXPECT_EQ(refusal("\"a@example.org, or somewhere\"", all), demand + "27 characters");
  EXPECT_EQ(refusal("\"a@b\"", all), demand + "\"a@b\"");
  EXPECT_EQ(refusal("\"@example\"", all), demand + "\"@example\"");
  EXPECT_EQ(refusal<std::string>("5", all), demand + "5");
  EXPECT_EQ(refusal("\"a@example.org\"", all), "");
}

TEST(Constraints, formats_are_enforced_on_strings) {
  const Constraints uuid{.noun = "string", .format = Format::Uuid};
  EXPECT_EQ(refusal("\"123e4567-e89b-12d3-a456-426614174000\"", uuid), "");
  EXPECT_EQ(refusal("\"123e4567\"", uuid), "expected string in the format uuid, got \"123e4567\"");
  EXPECT_EQ(refusal("5", uuid), "") << "not a string";
  EXPECT_EQ(refusal("\"1.2.3.4\\u0000\"", {.noun = "string", .format = Format::Ipv4}),
            "expected string in the format ipv4, got \"1.2.3.4\\u0000\"");
  EXPECT_EQ(refusal<std::string>("\"x\"", {.noun = "string", .format = Format::DateTime}),
            "expected string in the format date-time, got \"x\"");
}

}  // namespace constraints_test
}  // namespace mcp::detail
