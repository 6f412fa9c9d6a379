#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/codec/containers.hpp>
#include <mcp/codec/pointers.hpp>
#include <mcp/generated_support.hpp>

#include "codec/round_trip.hpp"

namespace mcp::detail {
namespace generated_support_test {

using namespace testing_support;

std::string seen;

void view(std::string_view text) { seen = text; }
void view_by_reference(const std::string_view& text) { seen = text; }
void c_string(const char* text) { seen = text; }
void numbers(std::span<const int> values) { seen = std::to_string(values.size()) + std::to_string(values[1]); }
void changed(std::span<int> values) { values[0] = 7; }
void three(std::span<const double, 3> values) { seen = std::to_string(values[2]); }
void flags(std::span<const bool> values) { seen = values[1] ? "yes" : "no"; }
void texts(std::span<const std::string> values) { seen = values.back(); }
void owned(std::unique_ptr<int> value) { seen = std::to_string(*value); }
void moved(std::unique_ptr<int>&& value) { seen = std::to_string(*value); }
void list(std::vector<std::unique_ptr<int>> values) { seen = std::to_string(values.size()); }
void changed_text(std::string& text) { text += "!"; }
std::string_view part(std::string_view text) { return text.substr(1); }

/// Decodes `json` as the argument of F, calls F with it, and returns what is left of it.
template <auto function>
auto call(const std::string& json) {
  using F = decltype(function);
  argument_t<F, 0> argument{};
  EXPECT_EQ(problems(json, argument), "");
  seen.clear();
  function(pass<F, 0>(argument));
  return argument;
}

TEST(Arguments, views_look_at_what_outlives_the_call) {
  static_assert(std::is_same_v<argument_t<decltype(&view), 0>, std::string>);
  call<&view>("\"text\"");
  EXPECT_EQ(seen, "text");
  call<&view_by_reference>("\"text\"");
  EXPECT_EQ(seen, "text");
  call<&c_string>("\"text\"");
  EXPECT_EQ(seen, "text");
  argument_t<decltype(&part), 0> argument = "text";
  EXPECT_EQ(part(pass<decltype(&part), 0>(argument)).data(), argument.data() + 1);
}

TEST(Arguments, spans_look_at_lists) {
  static_assert(std::is_same_v<argument_t<decltype(&numbers), 0>, std::vector<int>>);
  static_assert(std::is_same_v<argument_t<decltype(&three), 0>, std::array<double, 3>>);
  call<&numbers>("[1,2]");
  EXPECT_EQ(seen, "22");
  EXPECT_EQ(call<&changed>("[1,2]"), (std::vector<int>{7, 2}));
  call<&three>("[1,2,3]");
  EXPECT_EQ(seen, "3.000000");
  call<&flags>("[false,true]");
  EXPECT_EQ(seen, "yes");
  call<&texts>("[\"a\",\"b\"]");
  EXPECT_EQ(seen, "b");
  argument_t<decltype(&flags), 0> row;
  EXPECT_EQ(problems("[true,0]", row), "$[1]: expected boolean, got 0");
  EXPECT_EQ(problems("{}", row), "$: expected array, got {}");
  EXPECT_EQ(round_trip<BoolRow>("[true,false]"), "[true,false]");
}

TEST(Arguments, what_can_only_be_moved_is_moved) {
  EXPECT_EQ(call<&owned>("5"), nullptr);
  EXPECT_EQ(seen, "5");
  call<&moved>("6");
  EXPECT_EQ(seen, "6");
  EXPECT_TRUE(call<&list>("[1,2]").empty());
  EXPECT_EQ(seen, "2");
  EXPECT_EQ(call<&changed_text>("\"a\""), "a!");
}

TEST(Arguments, omittable_ones_are_given_or_not) {
  Omittable<argument_t<decltype(&owned), 0>> pointer;
  EXPECT_FALSE(pointer.given());
  EXPECT_EQ(problems("5", pointer), "");
  ASSERT_TRUE(pointer.given());
  owned(pass<decltype(&owned), 0>(*pointer.value));
  EXPECT_EQ(seen, "5");
  Omittable<argument_t<decltype(&view), 0>> text;
  EXPECT_EQ(problems("\"x\"", text), "");
  view(pass<decltype(&view), 0>(*text.value));
  EXPECT_EQ(seen, "x");
}

}  // namespace generated_support_test
}  // namespace mcp::detail
