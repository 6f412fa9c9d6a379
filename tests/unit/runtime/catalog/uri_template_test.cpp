#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "catalog/uri_template.hpp"

namespace mcp::protocol {
namespace uri_template_test {

using Values = UriTemplate::Values;

std::optional<Values> match(std::string_view text, std::string_view uri) {
  Values values;
  if (!UriTemplate(text).match(uri, values)) return std::nullopt;
  return values;
}

/// What the only variable is, "-" if it is not there, "no match".
std::string one(std::string_view text, std::string_view uri) {
  const std::optional<Values> values = match(text, uri);
  if (!values) return "no match";
  return values->at(0).value_or("-");
}

std::string refused(std::string_view text) {
  try {
    (void)UriTemplate(text);
    return "";
  } catch (const std::invalid_argument& problem) {
    return problem.what();
  }
}

TEST(UriTemplate, names_its_variables) {
  EXPECT_EQ(UriTemplate("a:{x}{?y,z.w_1}").names(), (std::vector<std::string>{"x", "y", "z.w_1"}));
  EXPECT_TRUE(UriTemplate("a:b").names().empty());
}

TEST(UriTemplate, expands_as_the_rfc_says) {
  // RFC 6570, sections 3.2.2 to 3.2.9.
  const auto expand = [](std::string_view text, const Values& values) { return UriTemplate(text).expand(values); };
  EXPECT_EQ(expand("{var}", {{"value"}}), "value");
  EXPECT_EQ(expand("{hello}", {{"Hello World!"}}), "Hello%20World%21");
  EXPECT_EQ(expand("{half}", {{"50%"}}), "50%25");
  EXPECT_EQ(expand("O{empty}X", {{""}}), "OX");
  EXPECT_EQ(expand("O{undef}X", {{}}), "OX");
  EXPECT_EQ(expand("{x,y}", {{"1024"}, {"768"}}), "1024,768");
  EXPECT_EQ(expand("{+hello}", {{"Hello World!"}}), "Hello%20World!");
  EXPECT_EQ(expand("{+half}", {{"50%"}}), "50%25");
  EXPECT_EQ(expand("{+done}", {{"a%20b"}}), "a%20b");
  EXPECT_EQ(expand("{+x,hello,y}", {{"1024"}, {"Hello World!"}, {"768"}}), "1024,Hello%20World!,768");
  EXPECT_EQ(expand("{+path}/here", {{"/foo/bar"}}), "/foo/bar/here");
  EXPECT_EQ(expand("{#x,hello,y}", {{"1024"}, {"Hello World!"}, {"768"}}), "#1024,Hello%20World!,768");
  EXPECT_EQ(expand("foo{#empty}", {{""}}), "foo#");
  EXPECT_EQ(expand("foo{#undef}", {{}}), "foo");
  EXPECT_EQ(expand("X{.x,y}", {{"1024"}, {"768"}}), "X.1024.768");
  EXPECT_EQ(expand("X{.empty}", {{""}}), "X.");
  EXPECT_EQ(expand("{/var,x}/here", {{"value"}, {"1024"}}), "/value/1024/here");
  EXPECT_EQ(expand("{/var,empty}", {{"value"}, {""}}), "/value/");
  EXPECT_EQ(expand("{;x,y,empty}", {{"1024"}, {"768"}, {""}}), ";x=1024;y=768;empty");
  EXPECT_EQ(expand("{?x,y,empty}", {{"1024"}, {"768"}, {""}}), "?x=1024&y=768&empty=");
  EXPECT_EQ(expand("{?x,y,undef}", {{"1024"}, {"768"}}), "?x=1024&y=768");
  EXPECT_EQ(expand("?fixed=yes{&x}", {{"1024"}}), "?fixed=yes&x=1024");
  EXPECT_EQ(expand("{x}{?%41b}", {{"ü"}, {"1"}}), "%C3%BC?%41b=1");
}

TEST(UriTemplate, a_variable_is_one_segment) {
  EXPECT_EQ(one("notes:///{name}", "notes:///todo"), "todo");
  EXPECT_EQ(one("notes:///{name}", "notes:///a/b"), "no match");
  EXPECT_EQ(one("notes:///{name}", "notes:///a?b"), "no match");
  EXPECT_EQ(one("notes:///{name}", "notes://todo"), "no match");
  EXPECT_EQ(one("notes:///{name}", "other:///todo"), "no match");
  EXPECT_EQ(one("notes:///{name}/text", "notes:///todo/text"), "todo");
  EXPECT_EQ(one("notes:///{name}/text", "notes:///todo"), "no match");
  EXPECT_EQ(one("notes:///{name}/text", "notes:///todo/text/more"), "no match");
}

TEST(UriTemplate, values_are_percent_decoded) {
  EXPECT_EQ(one("a:{x}", "a:b%20c"), "b c");
  EXPECT_EQ(one("a:{x}", "a:b%2Fc"), "b/c");
  EXPECT_EQ(one("a:{x}", "a:%C3%a9"), "é");
  EXPECT_EQ(one("a:{x}", "a:%41"), "A");
  EXPECT_EQ(one("a:{x}", "a:100%25"), "100%");
  EXPECT_EQ(one("a:{x}", "a:a+b"), "no match");
  EXPECT_EQ(one("a:{+x}", "a:b%20c/%23"), "b c/#");
}

TEST(UriTemplate, what_is_no_uri_matches_nothing) {
  for (const std::string_view uri : {"a:%", "a:%2", "a:%2g", "a:%%20", "a:b c", "a:é", "a:\"", "a:<", "a:\n", "a:%FF",
                                     "a:%C3", "a:{x}", "a:|", "a:\\", "a:^", "a:`"}) {
    EXPECT_EQ(one("a:{x}", uri), "no match") << uri;
    EXPECT_EQ(one("a:{+x}", uri), "no match") << uri;
  }
  EXPECT_EQ(one("a:{x}", std::string_view("a:\0", 3)), "no match");
  EXPECT_EQ(one("a:{+x}", "a:" + std::string(UriTemplate::kMaxUri - 1, 'x')), "no match");
}

TEST(UriTemplate, text_outside_expressions_is_compared_without_regard_to_its_encoding) {
  EXPECT_EQ(one("a:%7e%c3%a9/{x}", "a:~%C3%A9/b"), "b");
  EXPECT_EQ(one("a:%2F{x}", "a:/b"), "no match");
}

TEST(UriTemplate, without_expressions_matches_itself) {
  EXPECT_TRUE(match("a:b?c#d", "a:b?c#d"));
  EXPECT_FALSE(match("a:b", "a:bc"));
  EXPECT_FALSE(match("a:bc", "a:b"));
}

TEST(UriTemplate, a_variable_without_text_is_not_there) {
  EXPECT_EQ(one("a:{x}", "a:"), "-");
  EXPECT_EQ(one("a:{+x}", "a:"), "-");
  EXPECT_EQ(one("a:{#x}", "a:"), "-");
  EXPECT_EQ(match("a:{x,y}", "a:"), (Values{{}, {}}));
  EXPECT_EQ(match("a:{x,y}", "a:,"), (Values{{""}, {""}}));
}

TEST(UriTemplate, a_mark_tells_empty_text_from_none) {
  EXPECT_EQ(one("a:{#x}", "a:#"), "");
  EXPECT_EQ(one("a:{.x}", "a:."), "");
  EXPECT_EQ(one("a:{/x}", "a:/"), "");
  EXPECT_EQ(one("a:{;x}", "a:;x"), "");
  EXPECT_EQ(one("a:{;x}", "a:;x="), "no match");
  EXPECT_EQ(one("a:{?x}", "a:?x="), "");
  EXPECT_EQ(one("a:{?x}", "a:?x"), "no match");
  EXPECT_EQ(one("a:{&x}", "a:&x="), "");
  EXPECT_EQ(one("a:{?x}", "a:?"), "no match");
}

TEST(UriTemplate, reserved_expansion_spans_segments) {
  EXPECT_EQ(one("file:///{+path}", "file:///a/b.txt"), "a/b.txt");
  EXPECT_EQ(one("file:///{+path}/meta", "file:///a/meta/meta"), "a/meta");
  EXPECT_EQ(one("a:b{#part}", "a:b#c/d?e"), "c/d?e");
  EXPECT_EQ(one("a:b{#part}", "a:bc"), "no match");
}

TEST(UriTemplate, dots_and_slashes_go_in_front) {
  EXPECT_EQ(match("a:{name}{.ext}", "a:b"), (Values{{"b"}, {}}));
  EXPECT_EQ(one("a:b{.ext}", "a:b.txt"), "txt");
  EXPECT_EQ(one("a:b{/x}", "a:b/c"), "c");
  EXPECT_EQ(match("a:b{/x,y}", "a:b/c/d"), (Values{{"c"}, {"d"}}));
  EXPECT_EQ(match("a:b{/x,y}", "a:b/c"), (Values{{"c"}, {}}));
  EXPECT_EQ(match("a:b{/x,y}", "a:b/c/d/e"), std::nullopt);
  EXPECT_EQ(match("a:b{.x,y}", "a:b.c.d"), (Values{{"c"}, {"d"}}));
  EXPECT_EQ(match("a:b{.x,y}", "a:b.c.d.e"), (Values{{"c"}, {"d.e"}}));
}

TEST(UriTemplate, several_names_share_an_expression) {
  EXPECT_EQ(match("map:{x,y}", "map:1,2"), (Values{{"1"}, {"2"}}));
  EXPECT_EQ(match("map:{x,y}", "map:1"), (Values{{"1"}, {}}));
  EXPECT_EQ(match("map:{x,y}", "map:,2"), (Values{{""}, {"2"}}));
  EXPECT_EQ(match("map:{x,y}", "map:1,2,3"), std::nullopt);
  EXPECT_EQ(match("map:{+x,y}", "map:1,2,3"), (Values{{"1"}, {"2,3"}}));
}

TEST(UriTemplate, parameters_come_in_any_order_or_not_at_all) {
  constexpr std::string_view kText = "a:b{?x,xy,z}";
  EXPECT_EQ(match(kText, "a:b"), (Values{{}, {}, {}}));
  EXPECT_EQ(match(kText, "a:b?x=1"), (Values{{"1"}, {}, {}}));
  EXPECT_EQ(match(kText, "a:b?z=3&xy=2&x=1"), (Values{{"1"}, {"2"}, {"3"}}));
  EXPECT_EQ(match(kText, "a:b?xy=&z=a%26b"), (Values{{}, {""}, {"a&b"}}));
  for (const std::string_view uri :
       {"a:b?", "a:b?x=1&", "a:b?&x=1", "a:b?w=1", "a:b?x=1&x=2", "a:b?x=1;z=2", "a:b&x=1", "a:b?x=a=b", "a:b?x=1#c"}) {
    EXPECT_EQ(match(kText, uri), std::nullopt) << uri;
  }
  EXPECT_EQ(match("a:b?v=1{&x,y}", "a:b?v=1&y=2&x=1"), (Values{{"1"}, {"2"}}));
  EXPECT_EQ(match("a:b{?x}{&y}", "a:b?x=1&y=2"), (Values{{"1"}, {"2"}}));
  EXPECT_EQ(match("a:b{;x,y}", "a:b;y;x=1"), (Values{{"1"}, {""}}));
}

TEST(UriTemplate, the_first_variables_get_as_much_as_they_can) {
  EXPECT_EQ(match("a:{x}{y}", "a:bc"), (Values{{"bc"}, {}}));
  EXPECT_EQ(match("a:{x}-{y}", "a:b-c-d"), (Values{{"b-c"}, {"d"}}));
  EXPECT_EQ(match("a:{name}.{ext}", "a:b.tar.gz"), (Values{{"b.tar"}, {"gz"}}));
  EXPECT_EQ(match("a:{+x}/{y}", "a:b/c/d"), (Values{{"b/c"}, {"d"}}));
}

TEST(UriTemplate, a_query_ends_what_stands_in_front_of_it) {
  EXPECT_EQ(match("f://{+path}{?q}", "f://a/b/c?q=3"), (Values{{"a/b/c"}, {"3"}}));
  EXPECT_EQ(match("f://{+path}{?q}", "f://a/b/c"), (Values{{"a/b/c"}, {}}));
  EXPECT_EQ(match("f://{+path}{?q}", "f://a?q=%33%20"), (Values{{"a"}, {"3 "}}));
  EXPECT_EQ(match("f://{+path}{?q}", "f://a?b?q=3"), std::nullopt);
  EXPECT_EQ(match("f://{+path}{?q}", "f://a?other=3"), std::nullopt);
  EXPECT_EQ(match("f://{+path}?v=1{&q}", "f://a/b?v=1&q=3"), (Values{{"a/b"}, {"3"}}));
  EXPECT_EQ(match("f://{+path}{#part}", "f://a?b#c"), (Values{{"a?b"}, {"c"}}));
  EXPECT_EQ(match("f://{+path}{?q}{#part}", "f://a#c"), (Values{{"a"}, {}, {"c"}}));
  EXPECT_EQ(match("f://{+path}{?q}{#part}", "f://a?q=b#c/d?e"), (Values{{"a"}, {"b"}, {"c/d?e"}}));
  EXPECT_EQ(match("f://{+x,y}{?q}", "f://a,b?q=1"), (Values{{"a"}, {"b"}, {"1"}}));
  EXPECT_EQ(one("f://{+path}", "f://a?q=3#c"), "a?q=3#c");
}

TEST(UriTemplate, names_may_be_percent_encoded) {
  EXPECT_EQ(one("notes:///{%41b}", "notes:///todo"), "todo");
  EXPECT_EQ(one("notes:///{?%41b}", "notes:///?Ab=1"), "1");
}

TEST(UriTemplate, texts_that_are_none_are_refused) {
  EXPECT_EQ(refused("a:b{"), "URI template \"a:b{\", character 4: it must have a } for each {");
  EXPECT_EQ(refused("a:{x}{?y,x}"), "URI template \"a:{x}{?y,x}\", character 10: it must have the variable `x` once");
}

/// A small generator of random numbers, the same everywhere.
class Random {
 public:
  std::size_t below(std::size_t bound) { return ((state_ = state_ * 1664525 + 1013904223) >> 8) % bound; }
  std::string text(const std::vector<std::string>& pieces, std::size_t least) {
    std::string all;
    for (std::size_t i = least + below(4); i > 0; --i) all += pieces[below(pieces.size())];
    return all;
  }

 private:
  std::uint32_t state_ = 7;
};

TEST(UriTemplate, gives_back_the_values_that_were_expanded) {
  // Each expression ends where nothing of it can go on, so that there is one way to read the URI.
  struct Form {
    std::string text;
    bool reserved;
    bool marked;  // may be empty
  };
  const std::vector<Form> forms = {{"{A}/", false, false},   {"{A,B}/", false, false}, {"{/A,B};", false, true},
                                   {"{;A,B}/", false, true}, {"{?A,B}#", false, true}, {"{&A,B}/", false, true},
                                   {"{#A}", true, true},     {"{+A}", true, false}};
  const std::vector<std::string> plain = {"a", "Z", "-", "_", " ",     "é", "/", "?",
                                          "&", "=", ",", ";", "100% ", "#", "\n"};
  Random random;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = "test:";
    Values values;
    std::size_t variable = 0;
    for (std::size_t count = 1 + random.below(3); count > 0; --count) {
      const Form& form = forms[random.below(forms.size())];
      bool present = true;
      for (const char c : form.text) {
        if (c != 'A' && c != 'B') {
          text += c;
          continue;
        }
        text += "v" + std::to_string(variable++);
        const bool named = form.text[1] == ';' || form.text[1] == '?' || form.text[1] == '&';
        present = random.below(4) != 0 && (present || named);
        if (present) {
          values.emplace_back(random.text(plain, form.marked ? 0 : 1));
        } else {
          values.emplace_back();
        }
      }
      if (form.reserved) break;  // takes all that follows
    }
    const UriTemplate pattern(text);
    const std::string uri = pattern.expand(values);
    Values read;
    ASSERT_TRUE(pattern.match(uri, read)) << text << " " << uri;
    ASSERT_EQ(read, values) << text << " " << uri;
  }
}

TEST(UriTemplate, what_matches_is_an_expansion) {
  const std::vector<std::string> expressions = {"{x}",    "{x,y}",  "{+x}",    "{+x,y}",   "{#x,y}",  "{.x,y}",
                                                "{/x,y}", "{x}{y}", "{x}{.y}", "{+x}{/y}", "a{x}b{y}"};
  const std::vector<std::string> pieces = {"a", "b", ".", "/", ",", "#", "%20", "%C3%A9"};
  Random random;
  std::size_t matches = 0;
  for (int round = 0; round < 50'000; ++round) {
    const UriTemplate pattern("t:" + expressions[random.below(expressions.size())]);
    const std::string uri = "t:" + random.text(pieces, 0);
    Values values;
    if (!pattern.match(uri, values)) continue;
    ++matches;
    ASSERT_EQ(pattern.expand(values), uri);
  }
  EXPECT_GT(matches, 10'000U);
}

TEST(UriTemplate, an_encoded_percent_sign_is_a_percent_sign) {
  const UriTemplate pattern("x:{+c}");
  Values values;
  ASSERT_TRUE(pattern.match("x:%25c0", values));
  EXPECT_EQ(values, (Values{"%c0"}));
  EXPECT_EQ(pattern.expand(values), "x:%c0");
  EXPECT_FALSE(pattern.match("x:%c0", values));
}

TEST(UriTemplate, takes_bounded_time) {
  std::string text = "a:";
  for (int i = 0; i < 8; ++i) text += "{+v" + std::to_string(i) + "}x";
  const UriTemplate pattern(text + "!");
  Values values;
  EXPECT_FALSE(pattern.match("a:" + std::string(UriTemplate::kMaxUri - 2, 'x'), values));
}

}  // namespace uri_template_test
}  // namespace mcp::protocol
