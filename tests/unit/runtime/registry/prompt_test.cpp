#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include <mcp/prompt.hpp>
#include <mcp/result.hpp>

#include "registry/written.hpp"

namespace mcp {
namespace prompt_test {

template <class R>
std::string written(const R& value, Revision revision = Revision::V2026_07_28) {
  return written_between<detail::PromptWriter<R>>("{", "}", value, revision);
}

std::string messages(const std::string& all) { return "\"messages\":[" + all + "]"; }

TEST(PromptWriter, text_is_one_message_of_the_user) {
  const std::string one = messages(R"({"role":"user","content":{"type":"text","text":"a\"b"}})");
  EXPECT_EQ(written(std::string("a\"b")), one);
  EXPECT_EQ(written(Text{.text = "a\"b"}), one);
  EXPECT_EQ(written(std::vector<Text>{{.text = "a\"b"}}), one);
  EXPECT_EQ(written(Result<std::string>("a\"b")), one);
}

TEST(PromptWriter, every_message_says_who_speaks_and_has_one_block) {
  const std::vector<PromptMessage> two = {{.content = Text{.text = "?"}},
                                          {.role = Role::Assistant, .content = Text{.text = "!"}}};
  const std::string both = messages(
      R"({"role":"user","content":{"type":"text","text":"?"}},{"role":"assistant","content":{"type":"text","text":"!"}})");
  EXPECT_EQ(written(two), both);
  EXPECT_EQ(written(PromptResult{.messages = two}), both);
  EXPECT_EQ(written(PromptResult{.messages = two, .description = "D"}), R"("description":"D",)" + both);
  EXPECT_EQ(written(std::vector<PromptMessage>{}), messages(""));
}

TEST(PromptWriter, blocks_have_the_shape_of_their_revision) {
  const std::vector<Content> blocks = {ResourceLink{.uri = "a:b", .name = "n"},
                                       Audio{.data = {std::byte{'f'}}, .mime_type = "audio/wav"}};
  for (const Revision revision : kRevisions) {
    const std::string link = revision >= Revision::V2025_06_18 ? R"({"type":"resource_link","uri":"a:b","name":"n"})"
                                                               : R"({"type":"text","text":"n: a:b"})";
    const std::string audio =
        revision >= Revision::V2025_03_26
            ? R"({"type":"audio","data":"Zg==","mimeType":"audio/wav"})"
            : R"({"type":"resource","resource":{"uri":"audio:///1","mimeType":"audio/wav","blob":"Zg=="}})";
    EXPECT_EQ(written(blocks, revision),
              messages(R"({"role":"user","content":)" + link + R"(},{"role":"user","content":)" + audio + '}'));
  }
}

TEST(PromptWriter, a_resource_says_its_media_type) {
  EXPECT_EQ(written(PromptMessage{.content = EmbeddedResource{.uri = "a:b", .mime_type = "text/plain", .text = "b"}}),
            messages(R"({"role":"user","content":{"type":"resource","resource":)"
                     R"({"uri":"a:b","mimeType":"text/plain","text":"b"}}})"));
}

TEST(PromptWriter, messages_that_break_a_rule_fail_with_the_rule) {
  EXPECT_EQ(written(std::vector<Content>{Text{.text = "x"}, Image{.data = {}, .mime_type = ""}}),
            "failed: $.messages[1].content.mimeType is empty");
  EXPECT_EQ(written(PromptMessage{.role = static_cast<Role>(7), .content = Text{.text = "x"}}),
            "failed: $.messages[0].role is not a role");
  EXPECT_EQ(written(PromptMessage{.content = EmbeddedResource{.uri = "file:///b", .text = "b"}}),
            "failed: $.messages[0].content is a resource without a mime_type");
  EXPECT_EQ(written(PromptResult{.messages = {}, .description = "\xff"}), "failed: $.description is not valid UTF-8");
}

}  // namespace prompt_test
}  // namespace mcp
