#include <chrono>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <mcp/codec/writer.hpp>

#include "codec/colliding_texts.hpp"
#include "codec/document.hpp"
#include "codec/equality.hpp"

namespace mcp::internal {
namespace equality_test {

using namespace testing_support;

using Pair = std::optional<std::pair<std::size_t, std::size_t>>;

/// Ten times what the slowest of these takes with sanitizers; what is quadratic takes minutes.
constexpr std::chrono::seconds kSoon(5);

Pair equal_elements(const std::string& json) {
  Document document;
  EXPECT_EQ(document.parse_copy(json), "") << json.substr(0, 200);
  const auto start = std::chrono::steady_clock::now();
  const Pair found = find_equal_elements(document.root());
  EXPECT_LT(std::chrono::steady_clock::now() - start, kSoon);
  return found;
}

template <class Range, class Text>
std::string array_of(const Range& range, Text text) {
  std::string json = "[";
  for (const auto& one : range) json.append(json.size() > 1 ? "," : "").append(text(one));
  return json + "]";
}

std::string json_text(const std::string& text) {
  Writer writer;
  writer.string(text);
  return std::string(writer.view());
}

TEST(Equality, texts_that_share_a_hash_are_told_apart_soon) {
  std::vector<std::string> texts = colliding_texts(40'000);
  if (kTextsCollide) {
    for (const std::string& text : texts) ASSERT_EQ(std::hash<std::string>()(text), std::hash<std::string>()(texts[0]));
  }
  EXPECT_EQ(equal_elements(array_of(texts, json_text)), std::nullopt);
  EXPECT_EQ(equal_elements(array_of(texts, [](const auto& text) { return "{" + json_text(text) + ":1}"; })),
            std::nullopt);
  texts.push_back(texts[7]);
  EXPECT_EQ(equal_elements(array_of(texts, json_text)), (Pair{{7, 40'000}}));
}

TEST(Equality, objects_of_many_members_that_share_a_hash_are_told_apart_soon) {
  // Members in any order: each object has the same thousand names and values, but for one text that collides.
  const std::vector<std::string> texts = colliding_texts(300);
  std::string members;
  for (int i = 0; i < 1'000; ++i) members = ",\"" + std::to_string(i) + "\":0" + members;
  EXPECT_EQ(
      equal_elements(array_of(texts, [&](const auto& text) { return "{\"x\":" + json_text(text) + members + "}"; })),
      std::nullopt);
}

TEST(Equality, integers_that_share_a_double_are_told_apart_soon) {
  std::string json = "[";
  constexpr std::int64_t kFirst = std::int64_t{1} << 62;
  for (std::int64_t i = 0; i < 180'000; ++i) json += std::to_string(kFirst + i) + ",";
  EXPECT_EQ(equal_elements(json + "1]"), std::nullopt);
  EXPECT_EQ(equal_elements(json + std::to_string(kFirst + 5) + "]"), (Pair{{5, 180'000}}));
}

TEST(Equality, equal_elements_are_found_soon_among_many_equal_ones) {
  const std::vector<int> many(100'000);
  EXPECT_EQ(equal_elements(array_of(many, [](int) { return R"({"a":1,"b":[2]})"; })), (Pair{{0, 1}}));
}

TEST(Equality, numbers_are_compared_by_value) {
  EXPECT_EQ(equal_elements("[1,2,1.0]"), (Pair{{0, 2}}));
  EXPECT_EQ(equal_elements("[-0.0,1,0]"), (Pair{{0, 2}}));
  EXPECT_EQ(equal_elements("[9007199254740993,9007199254740992,9007199254740994]"), std::nullopt);
  EXPECT_EQ(equal_elements("[9223372036854775807,9223372036854775808,9223372036854775806]"), std::nullopt);
  EXPECT_EQ(equal_elements("[100000000000000000000,1,1e20]"), (Pair{{0, 2}}));
  const std::string beyond(400, '9');  // what no double holds is one of two infinities
  EXPECT_EQ(equal_elements("[" + beyond + ",-" + beyond + ",1.5]"), std::nullopt);
  EXPECT_EQ(equal_elements("[" + beyond + "," + beyond + "e1,1.5]"), (Pair{{0, 1}}));
  EXPECT_EQ(equal_elements("[" + beyond + ",1e400]"), (Pair{{0, 1}}));
  EXPECT_EQ(equal_elements("[[" + beyond + "],[1e308],[-1e400]]"), std::nullopt);
}

/// Random JSON in which equal values are frequent, written in different ways.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string value(int depth) {
    switch (pick(depth == 0 ? 5 : 7)) {
      case 0:
        return one_of({"null", "true", "false"});
      case 1:
        return one_of({"0", "-0.0", "1", "1.0", "10e-1", "2", "-1", "1e20", "100000000000000000000"});
      case 2:
        return one_of({"9007199254740993", "9007199254740992", "9007199254740992.0", "9223372036854775808",
                       "18446744073709551615", "18446744073709551616", "-9223372036854775808", "1e400"});
      case 3:
        return std::to_string(pick(4));
      case 4:
        return one_of({R"("")", R"("a")", R"("\u0061")", R"("ab")", R"("1")", R"("\u0000")", R"("ä")"});
      case 5: {
        std::string text = "[";
        for (int i = pick(4); i > 0; --i) text += value(depth - 1) + (i > 1 ? "," : "");
        return text + "]";
      }
      default: {
        std::string text = "{";
        std::vector<std::string> names = {"a", "b", "ab", ""};
        std::shuffle(names.begin(), names.end(), random_);
        for (int i = pick(4); i > 0; --i) {
          const std::string& name = names[static_cast<std::size_t>(i)];
          text += json_text(name) + ":" + value(depth - 1) + (i > 1 ? "," : "");
        }
        return text + "}";
      }
    }
  }

 private:
  int pick(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }
  std::string one_of(std::vector<const char*> texts) {
    return texts[static_cast<std::size_t>(pick(static_cast<int>(texts.size())))];
  }

  std::mt19937 random_;
};

/// Whether two values are equal, by the letter: every member of one looked for in the other.
bool equal_by_definition(Value a, Value b) {
  const auto is_number = [](Value v) { return v.kind() >= JsonKind::Integer && v.kind() <= JsonKind::BigNumber; };
  if (is_number(a) && is_number(b)) {
    const auto exact = [](Value v) {  // a long double holds integers of 64 bits and doubles
      switch (v.kind()) {
        case JsonKind::Integer:
          return static_cast<long double>(v.integer());
        case JsonKind::Unsigned:
          return static_cast<long double>(v.unsigned_integer());
        case JsonKind::Real:
          return static_cast<long double>(v.real());
        default:
          return static_cast<long double>(std::strtod(std::string(v.number_text()).c_str(), nullptr));
      }
    };
    return exact(a) == exact(b);
  }
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case JsonKind::Boolean:
      return a.boolean() == b.boolean();
    case JsonKind::String:
      return a.string() == b.string();
    case JsonKind::Array: {
      if (a.size() != b.size()) return false;
      ArrayCursor left(a), right(b);
      for (Value x, y; left.next(x) && right.next(y);) {
        if (!equal_by_definition(x, y)) return false;
      }
      return true;
    }
    case JsonKind::Object: {
      if (a.size() != b.size()) return false;
      std::string_view name, other;
      Value x, y;
      for (ObjectCursor left(a); left.next(name, x);) {
        bool found = false;
        for (ObjectCursor right(b); right.next(other, y);)
          found = found || (name == other && equal_by_definition(x, y));
        if (!found) return false;
      }
      return true;
    }
    default:
      return true;
  }
}

TEST(Equality, agrees_with_its_definition_for_random_values) {
  Generator generator(20260728);
  int with_equals = 0;
  for (int i = 0; i < 4'000; ++i) {
    std::string json = "[";
    for (int size = i % 8; size > 0; --size) json += generator.value(3) + (size > 1 ? "," : "");
    json += "]";
    Document document;
    ASSERT_EQ(document.parse_copy(json), "") << json;
    std::vector<Value> elements;
    ArrayCursor cursor(document.root());
    for (Value element; cursor.next(element);) elements.push_back(element);
    bool any = false;
    for (std::size_t a = 0; a < elements.size(); ++a) {
      for (std::size_t b = 0; b < elements.size(); ++b) {
        const bool same = equal_by_definition(elements[a], elements[b]);
        ASSERT_EQ(equal(elements[a], elements[b]), same) << json << ' ' << a << ' ' << b;
        any = any || (a != b && same);
      }
    }
    const Pair found = find_equal_elements(document.root());
    ASSERT_EQ(found.has_value(), any) << json;
    if (!found) continue;
    ++with_equals;
    ASSERT_LT(found->first, found->second) << json;
    ASSERT_TRUE(equal_by_definition(elements[found->first], elements[found->second])) << json;
  }
  EXPECT_GT(with_equals, 400);
  EXPECT_LT(with_equals, 3'600);
}

}  // namespace equality_test
}  // namespace mcp::internal
