// The one reader of URI templates: what it takes here, a build takes and a server starts with.
#include <mcp/spec/uri_template.hpp>

#include <gtest/gtest.h>

#include <string>

namespace mcp::spec {
namespace uri_template_test {

/// The parts: literals in quotes, expressions in braces.
std::string parts(std::string_view text) {
  std::string all;
  for (const TemplatePart& part : read_template(text).parts) {
    if (part.names.empty()) {
      all += '"' + std::string(part.literal) + '"';
      continue;
    }
    all += '{';
    if (part.sign != 0) all += part.sign;
    for (const std::string_view name : part.names) all += std::string(name) + ' ';
    all += '}';
  }
  return all;
}

TEST(TemplateText, is_taken_apart) {
  EXPECT_EQ(parts("x:{a}/{+b,c.d_1}{?%41b}#f"), R"("x:"{a }"/"{+b c.d_1 }{?%41b }"#f")");
  EXPECT_EQ(parts("x:{+a}{#b}{.c}{/d,e}{;f}{?g,h}{&i}"), R"("x:"{+a }{#b }{.c }{/d e }{;f }{?g h }{&i })");
  EXPECT_EQ(parts(""), "");
  EXPECT_EQ(parts("{a}"), "{a }");
  EXPECT_EQ(parts("notes:///%20[]"), R"("notes:///%20[]")");
}

TEST(TemplateText, says_what_is_wrong_and_where) {
  const struct {
    const char* text;
    const char* problem;
    std::size_t at;
  } cases[] = {{"x:{a", "have a } for each {", 2},
               {"x:a}", "have a { for each }", 3},
               {"x:{}", "name its variables by letters, digits, `_` and dots between, as in {path}, not ``", 3},
               {"x:{?}", "name its variables by letters, digits, `_` and dots between, as in {path}, not ``", 4},
               {"x:{a,}", "name its variables by letters, digits, `_` and dots between, as in {path}, not ``", 5},
               {"x:{a b}", "name its variables by letters, digits, `_` and dots between, as in {path}, not `a b`", 3},
               {"x:{a..b}", "name its variables by letters, digits, `_` and dots between, as in {path}, not `a..b`", 3},
               {"x:{%4}", "name its variables by letters, digits, `_` and dots between, as in {path}, not `%4`", 3},
               {"x:{{a}}", "name its variables by letters, digits, `_` and dots between, as in {path}, not `{a`", 3},
               {"x:{=a}", "use none but the operators + # . / ; ? & of RFC 6570", 3},
               {"x:{a*}", "not have `*` or `:` after a variable: templates are those of RFC 6570, levels 1 to 3", 4},
               {"x:{a:3}", "not have `*` or `:` after a variable: templates are those of RFC 6570, levels 1 to 3", 4},
               {"x:{a}{?b,a}", "have the variable `a` once", 9},
               {"x:a b", "be of the characters of a URI, others as %XX: not ` `", 3},
               {"x:\xC3\xA4", "be of the characters of a URI, others as %XX: not `\xC3`", 2},
               {"x:%4", "have two hexadecimal digits behind each %", 2},
               {"x:%4g", "have two hexadecimal digits behind each %", 2}};
  for (const auto& each : cases) {
    EXPECT_EQ(read_template(each.text).problem, each.problem) << each.text;
    EXPECT_EQ(read_template(each.text).problem_at, each.at) << each.text;
  }
}

}  // namespace uri_template_test
}  // namespace mcp::spec
