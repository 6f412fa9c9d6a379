#include <gtest/gtest.h>

#include "validate/uri_template.hpp"

namespace mcpgen {
namespace uri_template_test {

std::string names(std::string_view text) {
  std::string all;
  for (const UriVariable& each : parse_uri(text).variables) all += each.name + (each.is_query ? "? " : " ");
  return all;
}

TEST(UriTemplate, finds_the_variables_of_levels_1_to_3) {
  EXPECT_EQ(names("x://a"), "");
  EXPECT_EQ(names("x://{a}/{b_2}"), "a b_2 ");
  EXPECT_EQ(names("x:{+a}{#b}{.c}{/d,e}{;f}{?g,h}{&i}"), "a b c d e f g? h? i? ");
  EXPECT_EQ(names("x:{a.b}{%41c}"), "a.b %41c ");
  for (const char* good : {"file:///etc/passwd", "urn:isbn:0451450523", "a+b-1.c:/%20?q=1#f", "x:{+a}{#b}{?g,h}"}) {
    EXPECT_EQ(parse_uri(good).problem, "") << good;
  }
}

TEST(UriTemplate, says_what_is_wrong) {
  const struct {
    const char* text;
    const char* problem;
  } cases[] = {{"", "absolute"},
               {"a", "absolute"},
               {"/a:b", "absolute"},
               {"1a:b", "absolute"},
               {"{scheme}:a", "absolute"},
               {"a:", "absolute"},
               {"x:{a", "a }"},
               {"x:a}", "a {"},
               {"x:{}", "letters"},
               {"x:{a b}", "letters"},
               {"x:{a,,b}", "letters"},
               {"x:{.}", "letters"},
               {"x:{a.}", "letters"},
               {"x:{=a}", "operators"},
               {"x:{a*}", "levels 1 to 3"},
               {"x:{a:3}", "levels 1 to 3"},
               {"x:{a}{a}", "once"},
               {"x:a b", "%XX"},
               {"x:\xC3\xA4", "%XX"},
               {"x:%4", "hexadecimal"},
               {"x:{%4}", "letters"},
               {"x:a#b#c", "a URI"},
               {"x:[a]", "a URI"},
               {"x://a:b/", "a URI"}};
  for (const auto& each : cases) {
    EXPECT_NE(parse_uri(each.text).problem.find(each.problem), std::string::npos)
        << each.text << ": " << parse_uri(each.text).problem;
  }
}

TEST(UriTemplate, has_the_shape_of_those_that_match_the_same) {
  EXPECT_EQ(parse_uri("x:{a}/{b}").shape, parse_uri("x:{c}/{d}").shape);
  EXPECT_NE(parse_uri("x:{a}").shape, parse_uri("x:{+a}").shape);
  EXPECT_NE(parse_uri("x:{a}").shape, parse_uri("x:{a,b}").shape);
  EXPECT_NE(parse_uri("x:{?a}").shape, parse_uri("x:{?b}").shape) << "names stand in a query";
  EXPECT_NE(parse_uri("x:a").shape, parse_uri("x:{a}").shape);
}

}  // namespace uri_template_test
}  // namespace mcpgen
