#include <algorithm>
#include <memory>

#include <mcp/codec/containers.hpp>
#include <mcp/codec/pointers.hpp>

#include "codec/colliding_texts.hpp"
#include "codec/round_trip.hpp"

namespace {

enum class Colour { red, green = 7, blue };

}  // namespace

namespace mcp {

template <>
struct codec<Colour> : detail::EnumCodec<Colour> {
  static constexpr detail::Enumerator kEnumerators[] = {{"red", 0}, {"green", 7}};
  static constexpr detail::Enumeration kEnumeration{kEnumerators, 2};
};

namespace {

using namespace testing_support;

TEST(ContainerCodec, lists_keep_the_order_in_which_elements_came) {
  EXPECT_EQ(round_trip<std::list<int>>("[3,1,3]"), "[3,1,3]");
  EXPECT_EQ(round_trip<std::deque<std::string>>(R"(["b","a"])"), R"(["b","a"])");
  EXPECT_EQ(round_trip<std::forward_list<int>>("[3,1,2]"), "[3,1,2]");
  EXPECT_EQ(round_trip<std::forward_list<int>>("[]"), "[]");
  EXPECT_EQ(round_trip<std::list<std::unique_ptr<int>>>("[3,null]"), "[3,null]");
  EXPECT_EQ(round_trip<std::deque<bool>>("[true,false]"), "[true,false]");
}

TEST(ContainerCodec, lists_name_their_wrong_elements) {
  EXPECT_EQ(problems<std::list<bool>>("[true,1]"), "$[1]: expected boolean, got 1");
  EXPECT_EQ(problems<std::forward_list<bool>>("[1,true,2]"),
            "$[0]: expected boolean, got 1\n$[2]: expected boolean, got 2");
  EXPECT_EQ(problems<std::forward_list<bool>>("{}"), "$: expected array, got {}");
  EXPECT_EQ(problems<std::multiset<bool>>("null"), "$: expected array, got null");
}

TEST(ContainerCodec, sets_refuse_equal_elements) {
  EXPECT_EQ(round_trip<std::set<int>>("[3,1,2]"), "[1,2,3]");
  EXPECT_EQ(problems<std::set<int>>("[1,2,1.0]"), "$[2]: equals an earlier element; send each once");
  EXPECT_EQ(problems<std::unordered_set<std::string>>(R"(["a","b","\u0061"])"),
            "$[2]: equals an earlier element; send each once");
  EXPECT_EQ(problems<std::set<int>>("[true,1]"), "$[0]: expected integer between -2147483648 and 2147483647, got true");
  EXPECT_EQ(round_trip<std::multiset<int>>("[3,1,3]"), "[1,3,3]");
}

struct ByNumber {
  std::size_t operator()(Colour colour) const { return static_cast<std::size_t>(colour); }
};

TEST(ContainerCodec, unordered_sets_are_written_sorted) {
  EXPECT_EQ(round_trip<std::unordered_set<int>>("[10,9,-1,100]"), "[-1,9,10,100]");
  EXPECT_EQ(round_trip<std::unordered_multiset<std::string>>(R"(["b","a","b"])"), R"(["a","b","b"])");
  using Colours = std::unordered_set<Colour, ByNumber>;
  EXPECT_EQ(round_trip<Colours>(R"(["red","green"])"), R"(["green","red"])");
  EXPECT_EQ(round_trip<Colours>("[]"), "[]");
  EXPECT_EQ(encoded(std::vector<Colours>{{}, {Colour::blue}}),
            "failed: $[1] holds 8, which its enumeration does not declare");
}

TEST(ContainerCodec, maps_take_enumerators_as_keys) {
  using Stock = std::map<Colour, int>;
  EXPECT_EQ(round_trip<Stock>(R"({"green":1,"red":2})"), R"({"red":2,"green":1})");
  EXPECT_EQ(problems<Stock>(R"({"red":1,"blue":2,"green":"x"})"),
            "$: expected each key to be one of \"red\", \"green\", got \"blue\"\n"
            "$.green: expected integer between -2147483648 and 2147483647, got \"x\"");
  EXPECT_EQ(problems<Stock>(R"({"red":1,"red":1})"), "$.red: sent twice; send it once");
  EXPECT_EQ(encoded(Stock{{Colour::blue, 1}}), "failed: $ holds 8, which its enumeration does not declare");
}

TEST(ContainerCodec, maps_take_integers_as_keys_in_one_spelling) {
  using Map = std::map<std::int8_t, bool>;
  EXPECT_EQ(round_trip<Map>(R"({"127":true,"-128":false,"0":true})"), R"({"-128":false,"0":true,"127":true})");
  for (const std::string key : {"01", "+1", "-0", "", " 1", "1 ", "1.0", "1e1", "128", "-129", "x", "٣"}) {
    EXPECT_EQ(problems<Map>("{\"" + key + "\":true}"),
              "$: expected each key to be an integer between -128 and 127 without leading zeros or a plus, got \"" +
                  key + '"');
  }
  using Wide = std::unordered_map<std::uint64_t, int>;
  EXPECT_EQ(round_trip<Wide>(R"({"9":1,"18446744073709551615":2})"), R"({"18446744073709551615":2,"9":1})");
  EXPECT_EQ(problems<Wide>(R"({"-1":1})"),
            "$: expected each key to be an integer between 0 and 18446744073709551615 without leading zeros or a plus, "
            "got \"-1\"");
  EXPECT_NE(problems<Wide>(R"({"18446744073709551616":1})"), "");
}

TEST(ContainerCodec, unordered_maps_are_written_by_key) {
  using Map = std::unordered_map<std::string, int>;
  EXPECT_EQ(round_trip<Map>(R"({"c":1,"a":2,"b":3})"), R"({"a":2,"b":3,"c":1})");
  EXPECT_EQ(round_trip<Map>("{}"), "{}");
  EXPECT_EQ(problems<Map>(R"({"a":1,"a":2})"), "$.a: sent twice; send it once");
  EXPECT_EQ(problems<Map>("[]"), "$: expected object, got []");
  EXPECT_EQ(encoded(std::unordered_map<std::string, double>{{"a", 1}, {"b", 1e300 * 1e300}}),
            "failed: $.b is not a finite number");
}

/// A hash that a client knows how to meet, and an equality that counts.
struct OneHash {
  std::size_t operator()(const std::string&) const { return 7; }
};
struct CountedEqual {
  bool operator()(const std::string& a, const std::string& b) const {
    ++compared;
    return a == b;
  }
  static inline std::size_t compared = 0;
};

std::string numbered(int count, bool as_object) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + (as_object ? "\":1" : "\"");
  }
  return as_object ? "{" + text + "}" : "[" + text + "]";
}

template <class Container>
void expect_bounded_buckets(bool is_object) {
  CountedEqual::compared = 0;
  const std::string report = problems<Container>(numbered(4'000, is_object));
  EXPECT_TRUE(
      report.ends_with("too many values before it have the same hash in the server's table; send fewer at once"))
      << report;
  EXPECT_EQ(std::count(report.begin(), report.end(), '\n'), 0);
  EXPECT_TRUE(report.starts_with(is_object ? "$['" : "$[")) << report;
  EXPECT_GE(CountedEqual::compared, Decoder::kMaxCollisions);
  EXPECT_LE(CountedEqual::compared, 3 * Decoder::kMaxCollisions);
  EXPECT_EQ(problems<Container>(numbered(2'000, is_object)), "") << "a poor hash is no reason to refuse what is small";
}

TEST(ContainerCodec, keys_that_share_a_hash_are_refused_where_they_are_many) {
  expect_bounded_buckets<std::unordered_set<std::string, OneHash, CountedEqual>>(false);
  expect_bounded_buckets<std::unordered_multiset<std::string, OneHash, CountedEqual>>(false);
  expect_bounded_buckets<std::unordered_map<std::string, int, OneHash, CountedEqual>>(true);
}

TEST(ContainerCodec, many_small_tables_of_keys_that_share_a_hash_are_refused_in_all) {
  const std::string table = numbered(1'000, false);
  std::string tables = "[" + table;
  for (int i = 0; i < 20; ++i) tables += "," + table;
  using Table = std::unordered_set<std::string, OneHash>;
  EXPECT_TRUE(problems<std::vector<Table>>(tables + "]").starts_with("$[8]["));
}

TEST(ContainerCodec, texts_are_refused_soon_where_they_share_a_hash) {
  Writer json;
  char before = '[';
  for (const std::string& text : colliding_texts(5'000)) {
    json.raw(before);
    json.string(text);
    before = ',';
  }
  json.raw(']');
  EXPECT_EQ(problems<std::unordered_set<std::string>>(std::string(json.view())).empty(), !kTextsCollide);
}

TEST(ContainerCodec, honest_keys_are_taken_however_many) {
  constexpr int kKeys = 50'000;
  EXPECT_EQ(decoded<std::unordered_set<std::string>>(numbered(kKeys, false)).size(), kKeys);
  EXPECT_EQ((decoded<std::unordered_map<int, int>>(numbered(kKeys, true)).size()), kKeys);
  std::string text = "[";
  for (int i = 0; i < kKeys; ++i) text += std::to_string(std::int64_t{i} * 86'400'000) + ",";  // days
  EXPECT_EQ(decoded<std::unordered_set<std::int64_t>>(text + "1]").size(), kKeys + 1U);
  text = "[\"a\"";
  for (int i = 0; i < kKeys; ++i) text += i % 2 == 0 ? ",\"a\"" : ",\"b\"";
  EXPECT_EQ(decoded<std::unordered_multiset<std::string>>(text + "]").size(), kKeys + 1U);
}

TEST(ContainerCodec, maps_keep_their_own_order) {
  using Map = std::map<std::string, int, std::greater<>>;
  EXPECT_EQ(round_trip<Map>(R"({"a":1,"b":2})"), R"({"b":2,"a":1})");
}

TEST(ContainerCodec, spans_are_written_and_never_read) {
  const int numbers[] = {1, 2};
  EXPECT_EQ(encoded(std::span<const int>(numbers)), "[1,2]");
  EXPECT_EQ((encoded(std::span<const int, 2>(numbers))), "[1,2]");
  EXPECT_EQ(encoded(std::span<const int>()), "[]");
  EXPECT_EQ(detail::ops_of<std::span<int>>.decode, nullptr);
}

}  // namespace
}  // namespace mcp
