#include <algorithm>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <variant>

#include <mcp/codec/containers.hpp>
#include <mcp/codec/decoder.hpp>
#include <mcp/codec/json.hpp>
#include <mcp/codec/object.hpp>
#include <mcp/codec/pointers.hpp>
#include <mcp/codec/tuples.hpp>
#include <mcp/codec/variants.hpp>

#include "codec/round_trip.hpp"

namespace mcp {
namespace decoder_test {

using namespace testing_support;

/// A type that counts its objects.
struct Counted {
  Counted() { ++made; }
  Counted(const Counted&) { ++made; }
  Counted& operator=(const Counted&) = default;
  auto operator<=>(const Counted&) const = default;

  int value = 0;
  static inline int made = 0;
};

struct Wide {
  double numbers[1'000] = {};
};

}  // namespace decoder_test

template <>
struct codec<decoder_test::Counted> {
  static bool decode(Value from, decoder_test::Counted& to, Decoder& problems) {
    return codec<int>::decode(from, to.value, problems);
  }
};

template <>
struct codec<decoder_test::Wide> : detail::ObjectCodec<decoder_test::Wide> {
  static constexpr detail::Object kObject{nullptr, 0};
};

namespace decoder_test {

std::string repeated_in(std::string_view open, std::string_view element, std::string_view close, int times) {
  std::string text(open);
  for (int i = 0; i < times; ++i) {
    if (i != 0) text += ',';
    text += element;
  }
  return text += close;
}

/// How many values were made until `json`, in which none is right, was refused.
template <class T>
int made_for(const std::string& json) {
  Counted::made = 0;
  const std::string report = problems<T>(json);
  EXPECT_EQ(std::count(report.begin(), report.end(), '\n'), static_cast<long>(Decoder::kMaxProblems)) << report;
  EXPECT_TRUE(report.ends_with("\n… and more")) << report;
  return Counted::made;
}

constexpr int kMany = 1'000;
constexpr int kAsked = Decoder::kMaxProblems + 1;

TEST(Decoder, elements_behind_a_full_report_are_not_made) {
  const std::string array = repeated_in("[", "\"x\"", "]", kMany);
  EXPECT_EQ(made_for<std::vector<Counted>>(array), kAsked);
  EXPECT_EQ(made_for<std::list<Counted>>(array), kAsked);
  EXPECT_EQ(made_for<std::deque<Counted>>(array), kAsked);
  EXPECT_EQ(made_for<std::forward_list<Counted>>(array), kAsked);
  EXPECT_EQ(made_for<std::set<Counted>>(array), kAsked);
  EXPECT_EQ(made_for<std::vector<std::vector<Counted>>>("[" + array + "," + array + "]"), kAsked);
}

TEST(Decoder, members_behind_a_full_report_are_not_made) {
  std::string object;
  for (int i = 0; i < kMany; ++i) object += (object.empty() ? "{\"" : ",\"") + std::to_string(i) + "\":true";
  object += '}';
  EXPECT_EQ((made_for<std::map<std::string, Counted>>(object)), kAsked);
  EXPECT_EQ((made_for<std::map<int, Counted>>(object)), kAsked);
  EXPECT_EQ((made_for<std::unordered_map<std::string, Counted>>(object)), kAsked);
}

/// Says what it was told after each problem.
struct Observed {
  static inline std::string told;
};

}  // namespace decoder_test

template <>
struct codec<decoder_test::Observed> {
  static bool decode(Value, decoder_test::Observed&, Decoder& problems) {
    decoder_test::Observed::told += problems.silent() ? 'q' : 'l';
    const bool good = problems.fail("wrong");
    decoder_test::Observed::told += problems.done() ? 'd' : ' ';
    return good;
  }
};

namespace decoder_test {

TEST(Decoder, is_quiet_with_a_full_report_and_done_with_the_next_problem) {
  Observed::told.clear();
  EXPECT_TRUE(problems<std::vector<Observed>>(repeated_in("[", "1", "]", kMany)).ends_with("$[7]: wrong\n… and more"));
  EXPECT_EQ(Observed::told, "l l l l l l l l qd");
  Observed::told.clear();
  EXPECT_TRUE(problems<std::vector<Observed>>("[1,1,1,1,1,1,1,1]").ends_with("$[7]: wrong")) << "there are no more";
}

TEST(Decoder, objects_and_json_end_with_a_full_report) {
  std::string object = "{";
  for (int i = 0; i < 20; ++i) object += "\"x" + std::to_string(i) + "\":1,";
  object += "\"y\":1}";
  EXPECT_TRUE(problems<Wide>(object).ends_with("unknown member \"x7\"; no members are accepted here\n… and more"));
  EXPECT_TRUE(problems<Wide>(repeated_in("{", "\"x\":1", "}", 20)).ends_with("… and more"));
  EXPECT_TRUE(problems<json>(repeated_in("[", "1e400", "]", 20)).ends_with("… and more"));
  EXPECT_TRUE(problems<json>(repeated_in("{", "\"x\":1", "}", 20)).ends_with("… and more"));
}

TEST(Decoder, an_alternative_that_does_not_fit_ends_with_its_first_problem_inside) {
  Counted::made = 0;
  using Either = std::variant<std::vector<Counted>, std::vector<bool>>;
  EXPECT_EQ(decoded<Either>(repeated_in("[", "true", "]", kMany)).index(), 1U);
  EXPECT_EQ(Counted::made, 1);
}

std::string refused_at(std::string_view path) {
  return std::string(path) +
         ": needs more memory than the 67108864 bytes that a decoded message may take; send it in parts";
}

TEST(Decoder, what_takes_too_much_memory_is_refused_before_it_is_made) {
  const std::string wide = repeated_in("[", "{}", "]", 10'000);  // 80 MB
  EXPECT_EQ(problems<std::vector<Wide>>(wide), refused_at("$"));
  EXPECT_EQ(problems<std::list<Wide>>(wide), refused_at("$"));
  EXPECT_EQ(problems<std::forward_list<Wide>>(wide), refused_at("$"));
  EXPECT_EQ(problems<std::deque<Wide>>(wide), refused_at("$"));
  EXPECT_EQ(problems<std::vector<std::vector<Wide>>>("[[],[{}]," + wide + "]"), refused_at("$[2]"));
  EXPECT_EQ(problems<std::vector<std::unique_ptr<Wide>>>(wide), refused_at("$[8345]"));
  EXPECT_EQ(problems<std::vector<std::shared_ptr<Wide>>>(wide), refused_at("$[8335]"));
  std::string object;
  for (int i = 0; i < 10'000; ++i) object += (object.empty() ? "{\"" : ",\"") + std::to_string(i) + "\":{}";
  object += '}';
  EXPECT_EQ((problems<std::map<std::string, Wide>>(object)), refused_at("$"));
  EXPECT_EQ((problems<std::map<int, Wide>>(object)), refused_at("$"));
  EXPECT_EQ((problems<std::unordered_map<int, Wide>>(object)), refused_at("$"));
}

template <class T>
bool fits_in(std::size_t bytes, const std::string& json) {
  Document document;
  EXPECT_EQ(document.parse_copy(json), "");
  Decoder decoder;
  decoder.max_bytes = bytes;
  T value{};
  const bool good = codec<T>::decode(document.root(), value, decoder);
  EXPECT_EQ(good, !decoder.failed());
  EXPECT_EQ(good, decoder.bytes() <= bytes);
  if (!good) {
    const std::string expected = "needs more memory than the " + std::to_string(bytes) +
                                 " bytes that a decoded message may take; send it in parts";
    EXPECT_TRUE(decoder.report().ends_with(expected)) << decoder.report();
  }
  return good;
}

TEST(Decoder, max_bytes_is_what_a_message_may_take_in_all) {
  EXPECT_TRUE(fits_in<std::vector<double>>(80, "[0,1,2,3,4,5,6,7,8,9]"));
  EXPECT_FALSE(fits_in<std::vector<double>>(79, "[0,1,2,3,4,5,6,7,8,9]"));
  EXPECT_FALSE(fits_in<detail::Storage<std::span<bool>>::Owner>(2, "[true,false,true]"));
  EXPECT_FALSE(fits_in<std::set<int>>(100, "[0,1,2]"));
  EXPECT_FALSE((fits_in<std::pair<std::vector<double>, std::vector<double>>>(50, "[[1,2,3],[1,2,3,4]]")));
  EXPECT_TRUE((fits_in<std::pair<std::vector<double>, std::vector<double>>>(56, "[[1,2,3],[1,2,3,4]]")));
}

TEST(Decoder, json_is_counted_by_its_nodes) {
  EXPECT_TRUE(fits_in<json>(1'000, R"([1,"text",{"a":null}])"));
  EXPECT_FALSE(fits_in<json>(1'000, repeated_in("[", "1", "]", 100)));
  EXPECT_FALSE(fits_in<json>(1'000, repeated_in("[", "{}", "]", 20)));
  EXPECT_FALSE(fits_in<json>(1'000, repeated_in("[", "[]", "]", 30)));
  EXPECT_FALSE(fits_in<json>(1'000, repeated_in("[", "\"\"", "]", 30)));
  EXPECT_FALSE(
      fits_in<json>(1'000, R"({"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1,"m":1})"));
}

TEST(Decoder, alternatives_that_did_not_fit_do_not_count) {
  using Either = std::variant<std::vector<bool>, std::vector<double>, std::vector<std::string>>;
  EXPECT_TRUE(fits_in<Either>(96, R"(["a","b","c"])"));
  EXPECT_FALSE(fits_in<Either>(95, R"(["a","b","c"])"));
}

TEST(Decoder, an_alternative_that_is_too_large_is_no_reason_to_try_another) {
  // The second would take it: it looks at nothing.
  using Either = std::variant<std::vector<Wide>, std::vector<detail::BoolRow>>;
  EXPECT_EQ(problems<Either>(repeated_in("[", "{}", "]", 10'000)), refused_at("$"));
}

TEST(Decoder, the_end_of_a_decode_is_told_even_behind_other_problems) {
  const std::string wide = repeated_in("[", "{}", "]", 10'000);
  using Parts = std::vector<std::variant<bool, std::vector<Wide>>>;
  EXPECT_EQ(problems<Parts>("[1," + wide + ",1,1]"), "$[0]: expected boolean or array, got 1\n" + refused_at("$[1]"));
  const std::string full = problems<Parts>("[1,1,1,1,1,1,1,1," + wide + ",1]");
  EXPECT_TRUE(full.ends_with("$[7]: expected boolean or array, got 1\n… and more")) << full;
}

}  // namespace decoder_test
}  // namespace mcp
