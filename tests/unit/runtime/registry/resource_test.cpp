#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include <mcp/codec/bytes.hpp>
#include <mcp/codec/containers.hpp>
#include <mcp/resource.hpp>
#include <mcp/result.hpp>

#include "registry/written.hpp"

namespace mcp {
namespace resource_test {

constexpr detail::Subject kPlain{.uri = "notes:///a"};
constexpr detail::Subject kTyped{.uri = "notes:///a", .mime_type = "text/markdown"};

template <class R>
std::string written(const R& value, const detail::Subject& subject = kPlain) {
  return written_between<detail::ResourceWriter<R>>("{", "}", value, Revision::V2026_07_28, subject);
}

std::string listed(const std::vector<Resource>& value, Revision revision = Revision::V2026_07_28) {
  return written_between<detail::ResourceListWriter<std::vector<Resource>>>("[", "]", value, revision);
}

const Bytes kFoo{std::byte{'f'}, std::byte{'o'}, std::byte{'o'}};

TEST(ResourceWriter, text_has_the_uri_that_was_asked_for_and_the_declared_type) {
  EXPECT_EQ(written(std::string("a\"b")), R"("contents":[{"uri":"notes:///a","text":"a\"b"}])");
  EXPECT_EQ(written(std::string_view("x"), kTyped),
            R"("contents":[{"uri":"notes:///a","mimeType":"text/markdown","text":"x"}])");
}

TEST(ResourceWriter, bytes_are_a_blob) {
  EXPECT_EQ(written(kFoo), R"("contents":[{"uri":"notes:///a","blob":"Zm9v"}])");
}

TEST(ResourceWriter, values_are_json_text_of_that_type_unless_another_is_declared) {
  const std::map<std::string, int> value{{"a", 1}};
  EXPECT_EQ(written(value), R"("contents":[{"uri":"notes:///a","mimeType":"application/json","text":"{\"a\":1}"}])");
  EXPECT_EQ(written(value, kTyped),
            R"("contents":[{"uri":"notes:///a","mimeType":"text/markdown","text":"{\"a\":1}"}])");
  EXPECT_EQ(written(std::vector<double>{std::numeric_limits<double>::infinity()}),
            "failed: $[0] is not a finite number");
}

TEST(ResourceWriter, a_result_that_has_a_value_is_that_value) {
  EXPECT_EQ(written(Result<std::string>("x")), R"("contents":[{"uri":"notes:///a","text":"x"}])");
}

TEST(ResourceWriter, contents_may_say_all_of_it) {
  const std::vector<ResourceContents> contents = {{.text = "x"},
                                                  {.uri = "notes:///b", .mime_type = "image/png", .blob = kFoo}};
  EXPECT_EQ(written(contents, kTyped), R"("contents":[{"uri":"notes:///a","mimeType":"text/markdown","text":"x"},)"
                                       R"({"uri":"notes:///b","mimeType":"image/png","blob":"Zm9v"}])");
  EXPECT_EQ(written(std::vector<ResourceContents>{}), R"("contents":[])");
  EXPECT_EQ(written(ResourceContents{.text = ""}), R"("contents":[{"uri":"notes:///a","text":""}])");
}

TEST(ResourceWriter, contents_that_break_a_rule_fail_with_the_rule) {
  EXPECT_EQ(written(ResourceContents{}), "failed: $.contents[0] has neither a text nor a blob");
  EXPECT_EQ(written(ResourceContents{.text = "x", .blob = kFoo}), "failed: $.contents[0] has both a text and a blob");
  EXPECT_EQ(written(ResourceContents{.uri = "no uri", .text = "x"}),
            "failed: $.contents[0].uri is not a URI (RFC 3986)");
  EXPECT_EQ(written(ResourceContents{.mime_type = "", .text = "x"}), "failed: $.contents[0].mimeType is empty");
  EXPECT_EQ(written(std::vector<ResourceContents>{{.text = "x"}, {.text = "\xff"}}),
            "failed: $.contents[1].text is not valid UTF-8");
}

TEST(ResourceListWriter, entries_have_what_their_revision_knows) {
  const std::vector<Resource> resources = {
      {.uri = "notes:///a", .name = "a"},
      {.uri = "notes:///b",
       .name = "b",
       .title = "B",
       .description = "The second",
       .mime_type = "text/plain",
       .size = 7,
       .annotations = {.audience = {Role::User}, .last_modified = "2026-01-31T12:00:00Z"}}};
  const std::string first =
      "{\"uri\":\"notes:///a\",\"name\":\"a\"},\n"
      R"({"uri":"notes:///b","name":"b",)";
  for (const Revision revision : kRevisions) {
    const bool dated = revision >= Revision::V2025_06_18;
    EXPECT_EQ(listed(resources, revision),
              first + (dated ? R"("title":"B",)" : "") +
                  R"("description":"The second","mimeType":"text/plain","size":7,"annotations":{"audience":["user"])" +
                  (dated ? R"(,"lastModified":"2026-01-31T12:00:00Z")" : "") + "}}");
  }
  EXPECT_EQ(listed({}), "");
}

TEST(ResourceListWriter, entries_that_break_a_rule_fail_with_the_rule) {
  EXPECT_EQ(listed({{.uri = "a", .name = "a"}}), "failed: $[0].uri is not a URI (RFC 3986)");
  EXPECT_EQ(listed({{.uri = "a:b", .name = "a"}, {.uri = "a:b", .name = ""}}), "failed: $[1].name is empty");
  EXPECT_EQ(listed({{.uri = "a:b", .name = "a", .annotations = {.priority = 2}}}),
            "failed: $[0].annotations.priority is not between 0 and 1");
  for (const Revision revision : kRevisions) {
    EXPECT_EQ(listed({{.uri = "a:b", .name = "a", .annotations = {.last_modified = "2026-02-30T12:00:00Z"}}}, revision),
              "failed: $[0].annotations.lastModified is not a date-time of RFC 3339");
  }
}

}  // namespace resource_test
}  // namespace mcp
