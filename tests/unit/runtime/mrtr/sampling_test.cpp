#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>

#include "codec/document.hpp"
#include "mrtr/sample_request.hpp"

namespace mcp {
namespace sampling_test {

constexpr Revision kOld = Revision::V2024_11_05;
constexpr Revision kModern = Revision::V2026_07_28;

SampleRequest capital() { return {.messages = {user("What is the capital of France?")}, .max_tokens = 100}; }

/// A conversation in which the model used two tools.
SampleRequest weather() {
  return {.messages = {user("Weather in Paris and London?"),
                       {.role = Role::Assistant,
                        .content = {Text{"Let me see."},
                                    ToolUse{.id = "1", .name = "weather", .input = {{"city", "Paris"}}},
                                    ToolUse{.id = "2", .name = "weather", .input = {{"city", "London"}}}}},
                       outcomes({{.tool_use_id = "2", .content = {Text{"15°C"}}},
                                 {.tool_use_id = "1", .content = {Text{"18°C"}}}})},
          .max_tokens = 1000,
          .tools = {{.name = "weather", .description = "Weather of a city"}}};
}

json params(const SampleRequest& request, Revision revision = kModern) {
  EXPECT_EQ(detail::problem_of(request, revision), "");
  return json::parse(detail::sample_params(request, revision));
}

std::string problem(const SampleRequest& request, Revision revision = kModern) {
  return detail::problem_of(request, revision);
}

json text(std::string_view value) { return {{"type", "text"}, {"text", value}}; }

std::string decoded(std::string_view result, SampleResult& to) {
  Document document;
  EXPECT_EQ(document.parse_copy(result), "") << result;
  return detail::decode_sample(document.root(), to);
}

std::string refused(std::string_view result) {
  SampleResult unused;
  return decoded(result, unused);
}

TEST(Sampling, a_plain_request_looks_alike_in_every_revision) {
  const json expected = {{"messages", {{{"role", "user"}, {"content", text("What is the capital of France?")}}}},
                         {"maxTokens", 100}};
  for (std::size_t i = 0; i < revision_names().size(); ++i)
    EXPECT_EQ(params(capital(), static_cast<Revision>(i)), expected);
}

TEST(Sampling, a_request_may_say_how_to_answer) {
  SampleRequest request = capital();
  request.system_prompt = "Be brief.";
  request.temperature = 0.5;
  request.stop_sequences = {"\n"};
  request.model_preferences = {
      .hints = {"sonnet", "claude"}, .cost_priority = 0, .speed_priority = 0.5, .intelligence_priority = 1};
  request.include_context = IncludeContext::ThisServer;
  request.metadata = {{"seed", 7}};
  json expected = params(capital());
  expected.update({{"systemPrompt", "Be brief."},
                   {"temperature", 0.5},
                   {"stopSequences", {"\n"}},
                   {"modelPreferences",
                    {{"hints", {{{"name", "sonnet"}}, {{"name", "claude"}}}},
                     {"costPriority", 0},
                     {"speedPriority", 0.5},
                     {"intelligencePriority", 1}}},
                   {"includeContext", "thisServer"},
                   {"metadata", {{"seed", 7}}}});
  EXPECT_EQ(params(request), expected);
  EXPECT_EQ(params(request, kOld), expected);
  request.include_context = IncludeContext::AllServers;
  EXPECT_EQ(params(request)["includeContext"], "allServers");
}

TEST(Sampling, messages_may_have_images_and_sound) {
  const Bytes bytes{std::byte{'f'}, std::byte{'o'}, std::byte{'o'}};
  SampleRequest request{.messages = {user(Image{.data = bytes, .mime_type = "image/png"}),
                                     assistant(Audio{.data = bytes, .mime_type = "audio/wav"})},
                        .max_tokens = 1};
  EXPECT_EQ(
      params(request)["messages"],
      json({{{"role", "user"}, {"content", {{"type", "image"}, {"data", "Zm9v"}, {"mimeType", "image/png"}}}},
            {{"role", "assistant"}, {"content", {{"type", "audio"}, {"data", "Zm9v"}, {"mimeType", "audio/wav"}}}}}));
  EXPECT_EQ(problem(request, kOld),
            "audio cannot be sent to a client of revision 2024-11-05: it is known since 2025-03-26");
  EXPECT_EQ(problem(request, Revision::V2025_03_26), "");
  request.messages.pop_back();
  EXPECT_EQ(problem(request, kOld), "");
}

TEST(Sampling, several_blocks_are_a_list_or_messages_of_their_own) {
  const SampleRequest request{.messages = {{.role = Role::Assistant, .content = {Text{"a"}, Text{"b"}}}, user("c")},
                              .max_tokens = 1};
  EXPECT_EQ(params(request)["messages"], json({{{"role", "assistant"}, {"content", {text("a"), text("b")}}},
                                               {{"role", "user"}, {"content", text("c")}}}));
  EXPECT_EQ(params(request, Revision::V2025_06_18)["messages"], json({{{"role", "assistant"}, {"content", text("a")}},
                                                                      {{"role", "assistant"}, {"content", text("b")}},
                                                                      {{"role", "user"}, {"content", text("c")}}}));
}

TEST(Sampling, tools_their_uses_and_outcomes_are_sent) {
  SampleRequest request = weather();
  request.tool_choice = ToolChoice::None;
  const json sent = params(request, Revision::V2025_11_25);
  EXPECT_EQ(sent["tools"],
            json({{{"name", "weather"}, {"description", "Weather of a city"}, {"inputSchema", {{"type", "object"}}}}}));
  EXPECT_EQ(sent["toolChoice"], json({{"mode", "none"}}));
  EXPECT_EQ(sent["messages"][1]["content"][1],
            json({{"type", "tool_use"}, {"id", "1"}, {"name", "weather"}, {"input", {{"city", "Paris"}}}}));
  EXPECT_EQ(sent["messages"][2]["content"][0],
            json({{"type", "tool_result"}, {"toolUseId", "2"}, {"content", {text("15°C")}}}));
  request.tool_choice = ToolChoice::Auto;
  EXPECT_EQ(params(request)["toolChoice"]["mode"], "auto");
  request.tool_choice = ToolChoice::Required;
  EXPECT_EQ(params(request)["toolChoice"]["mode"], "required");
}

TEST(Sampling, an_outcome_may_be_structured_an_error_and_carry_meta) {
  SampleRequest request{.messages = {user("?"), assistant(ToolUse{.id = "1", .name = "t", .meta = {{"k", 1}}}),
                                     outcomes({{.tool_use_id = "1",
                                                .content = {ResourceLink{.uri = "a:b", .name = "n"}},
                                                .structured_content = 7,
                                                .is_error = true,
                                                .meta = {{"k", 2}}}})},
                        .max_tokens = 1};
  json sent = params(request)["messages"];
  EXPECT_EQ(sent[1]["content"],
            json({{"type", "tool_use"}, {"id", "1"}, {"name", "t"}, {"input", json::object()}, {"_meta", {{"k", 1}}}}));
  EXPECT_EQ(sent[2]["content"], json({{"type", "tool_result"},
                                      {"toolUseId", "1"},
                                      {"content", {{{"type", "resource_link"}, {"uri", "a:b"}, {"name", "n"}}}},
                                      {"structuredContent", 7},
                                      {"isError", true},
                                      {"_meta", {{"k", 2}}}}));
  sent = params(request, Revision::V2025_11_25)["messages"];
  EXPECT_EQ(sent[2]["content"]["structuredContent"], json({{"result", 7}}));
}

TEST(Sampling, tools_are_refused_for_clients_that_cannot_know_them) {
  EXPECT_EQ(problem(weather(), Revision::V2025_06_18),
            "tools cannot be sent to a client of revision 2025-06-18: they are known since 2025-11-25");
  SampleRequest request = capital();
  request.tool_choice = ToolChoice::None;
  EXPECT_NE(problem(request, Revision::V2025_06_18), "");
}

TEST(Sampling, a_request_needs_what_it_uses) {
  using detail::capability_of;
  using detail::needs_of;
  EXPECT_EQ(capability_of(needs_of(capital(), kModern)), R"({"sampling":{}})");
  EXPECT_EQ(capability_of(needs_of(weather(), kModern)), R"({"sampling":{"tools":{}}})");
  SampleRequest request = weather();
  request.tools.clear();
  EXPECT_TRUE(needs_of(request, kModern).tools);
  request.include_context = IncludeContext::AllServers;
  EXPECT_EQ(capability_of(needs_of(request, kModern)), R"({"sampling":{"tools":{},"context":{}}})");
  request = capital();
  request.include_context = IncludeContext::AllServers;
  EXPECT_EQ(capability_of(needs_of(request, kModern)), R"({"sampling":{"context":{}}})");
  EXPECT_FALSE(needs_of(request, Revision::V2025_06_18).context);
}

TEST(Sampling, every_tool_use_is_answered_at_once_and_alone) {
  SampleRequest request = weather();
  request.messages.pop_back();
  EXPECT_EQ(problem(request), "$.messages[1] has tool uses: the next message must have their outcomes");
  request.messages.push_back(user("Well?"));
  EXPECT_EQ(problem(request), "$.messages[1] has tool uses: the next message must have their outcomes");

  request = weather();
  request.messages[2].content.pop_back();
  EXPECT_EQ(problem(request), R"($.messages[2] has no outcome of the tool use "1")");
  request.messages[2].content.push_back(ToolOutcome{.tool_use_id = "2"});
  EXPECT_EQ(problem(request), R"($.messages[2] has two outcomes of the tool use "2")");
  request = weather();
  request.messages[2].content.push_back(ToolOutcome{.tool_use_id = "3"});
  EXPECT_EQ(problem(request),
            R"($.messages[2] has an outcome of the tool use "3", which the message before does not have)");
  request = weather();
  request.messages[2].content.push_back(Text{"Here"});
  EXPECT_EQ(problem(request),
            "$.messages[2] has tool outcomes and something else: they must be in a message of their own");
  request = capital();
  request.messages.insert(request.messages.begin(), outcomes({{.tool_use_id = "1"}}));
  EXPECT_EQ(problem(request),
            R"($.messages[0] has an outcome of the tool use "1", which the message before does not have)");
}

TEST(Sampling, uses_are_of_the_assistant_and_outcomes_of_the_user) {
  SampleRequest request = weather();
  request.messages[1].role = Role::User;
  EXPECT_EQ(problem(request), "$.messages[1] is of the user: only the assistant uses tools");
  request = weather();
  request.messages[2].role = Role::Assistant;
  EXPECT_EQ(problem(request), "$.messages[2] is of the assistant: tool outcomes come from the user");
}

TEST(Sampling, tool_uses_are_complete) {
  const auto with = [](const ToolUse& use) {
    SampleRequest request = capital();
    request.messages.push_back(assistant(use));
    request.messages.push_back(outcomes({{.tool_use_id = use.id}}));
    return request;
  };
  EXPECT_EQ(problem(with({.id = "1", .name = "t"})), "");
  EXPECT_EQ(problem(with({.id = "", .name = "t"})), "$.messages[1] has a tool use without an id");
  EXPECT_EQ(problem(with({.id = "1", .name = ""})), "$.messages[1] has a tool use without the name of a tool");
  EXPECT_EQ(problem(with({.id = "1", .name = "t", .input = 1})),
            "$.messages[1] has a tool use whose input is no JSON object");
  EXPECT_EQ(problem(with({.id = "1", .name = "t", .meta = 1})),
            "$.messages[1] has a tool use whose _meta is no JSON object");
  SampleRequest request = with({.id = "1", .name = "t"});
  request.messages[1].content.push_back(ToolUse{.id = "1", .name = "u"});
  EXPECT_EQ(problem(request), R"($.messages[1] has two tool uses with the id "1")");
  request = with({.id = "1", .name = "t"});
  std::get<ToolOutcome>(request.messages[2].content[0]).meta = 1;
  EXPECT_EQ(problem(request), "$.messages[2] has a tool outcome whose _meta is no JSON object");
}

TEST(Sampling, tools_have_a_name_and_a_schema) {
  SampleRequest request = weather();
  request.tools.push_back({.name = "weather"});
  EXPECT_EQ(problem(request), R"($.tools[1].name is "weather", as that of another tool)");
  request.tools[1].name = "";
  EXPECT_EQ(problem(request), "$.tools[1].name is empty");
  request.tools[1] = {.name = "u", .input_schema = {{"type", "string"}}};
  EXPECT_EQ(problem(request), R"($.tools[1].inputSchema is no JSON Schema with "type": "object")");
  request.tools[1].input_schema = true;
  EXPECT_EQ(problem(request), R"($.tools[1].inputSchema is no JSON Schema with "type": "object")");
  request = capital();
  request.tool_choice = ToolChoice::Required;
  EXPECT_EQ(problem(request), R"($.toolChoice is "required", but there are no tools)");
}

TEST(Sampling, requests_out_of_bounds_are_refused) {
  EXPECT_EQ(problem({.max_tokens = 1}), "$.messages is empty: the model needs at least one");
  EXPECT_EQ(problem({.messages = {{.content = {}}}, .max_tokens = 1}), "$.messages[0] has no content");
  EXPECT_EQ(problem({.messages = {user("?")}}), "$.maxTokens is 0: it must be 1 or more");
  SampleRequest request = capital();
  request.temperature = std::numeric_limits<double>::infinity();
  EXPECT_EQ(problem(request), "$.temperature is not a finite number");
  request = capital();
  request.model_preferences.speed_priority = 1.5;
  EXPECT_EQ(problem(request), "$.modelPreferences.speedPriority is not between 0 and 1");
  request = capital();
  request.metadata = "x";
  EXPECT_EQ(problem(request), "$.metadata is no JSON object");
}

TEST(Sampling, what_json_cannot_carry_is_refused) {
  SampleRequest request = capital();
  request.system_prompt = "\xff";
  EXPECT_EQ(problem(request), "$.systemPrompt is not valid UTF-8");
  EXPECT_THROW((void)detail::sample_params(request, kModern), std::invalid_argument);
  request = capital();
  request.messages[0] = user(Image{.data = {}, .mime_type = ""});
  EXPECT_EQ(problem(request), "$.messages[0].content.mimeType is empty");
}

TEST(Sampling, an_answer_is_text) {
  SampleResult result;
  EXPECT_EQ(decoded(R"({"role":"assistant","content":{"type":"text","text":"Paris."},"model":"m","stopReason":"endTurn",
                       "_meta":{}})",
                    result),
            "");
  EXPECT_EQ(result.text(), "Paris.");
  EXPECT_EQ(result.model, "m");
  EXPECT_EQ(result.stop_reason, "endTurn");
  EXPECT_EQ(result.role, Role::Assistant);
  EXPECT_TRUE(result.tool_uses().empty());
}

TEST(Sampling, an_answer_may_have_blocks_of_all_kinds) {
  SampleResult result;
  EXPECT_EQ(decoded(R"({"role":"user","content":[{"type":"text","text":"a"},
                       {"type":"image","data":"Zm9v","mimeType":"image/png"},
                       {"type":"audio","data":"","mimeType":"audio/wav"},
                       {"type":"tool_use","id":"1","name":"t","input":{"x":[1]},"_meta":{"k":1}},
                       {"type":"text","text":"b"}],"model":""})",
                    result),
            "");
  EXPECT_EQ(result.role, Role::User);
  EXPECT_EQ(result.text(), "a\nb");
  EXPECT_EQ(result.stop_reason, "");
  ASSERT_EQ(result.tool_uses().size(), 1U);
  EXPECT_EQ(result.tool_uses()[0].input, json({{"x", {1}}}));
  EXPECT_EQ(result.tool_uses()[0].meta, json({{"k", 1}}));
  EXPECT_EQ(std::get<Image>(result.content[1]).data.size(), 3U);
}

TEST(Sampling, an_answer_goes_into_the_next_request_as_it_came) {
  const std::string content = R"({"type":"tool_use","id":"1","name":"t","input":{},"_meta":{"k":1}})";
  SampleResult result;
  ASSERT_EQ(decoded(R"({"role":"assistant","content":)" + content + R"(,"model":"m"})", result), "");
  SampleRequest request = capital();
  request.messages.push_back(result.message());
  request.messages.push_back(outcomes({{.tool_use_id = "1"}}));
  EXPECT_EQ(params(request)["messages"][1], json({{"role", "assistant"}, {"content", json::parse(content)}}));
}

TEST(Sampling, an_answer_replaces_what_was_there) {
  SampleResult result{.content = {Text{"old"}}, .model = "old", .stop_reason = "old"};
  EXPECT_EQ(decoded(R"({"role":"assistant","content":[],"model":"m","stopReason":null})", result), "");
  EXPECT_TRUE(result.content.empty());
  EXPECT_EQ(result.stop_reason, "");
}

TEST(Sampling, answers_that_are_none_are_told_why) {
  EXPECT_EQ(refused("[]"), "$: expected object, got []");
  EXPECT_EQ(refused("{}"), "$.role: is missing");
  EXPECT_EQ(refused(R"({"role":"system"})"), R"($.role: is neither "user" nor "assistant")");
  EXPECT_EQ(refused(R"({"role":"user","role":"user"})"), "$.role: is there more than once");
  EXPECT_EQ(refused(R"({"role":"user"})"), "$.content: is missing");
  EXPECT_EQ(refused(R"({"role":"user","content":[],"content":[]})"), "$.content: is there more than once");
  EXPECT_EQ(refused(R"({"role":"user","content":"Paris"})"), R"($.content: expected object, got "Paris")");
  EXPECT_EQ(refused(R"({"role":"user","content":[{"type":"video"}]})"),
            R"($.content[0].type: is none of "text", "image", "audio", "tool_use")");
  EXPECT_EQ(refused(R"({"role":"user","content":{"type":"text"}})"), "$.content.text: is missing");
  EXPECT_EQ(refused(R"({"role":"user","content":{"type":"text","text":1}})"), "$.content.text: expected string, got 1");
  EXPECT_NE(refused(R"({"role":"user","content":{"type":"image","data":"?","mimeType":"image/png"}})"), "");
  EXPECT_EQ(refused(R"({"role":"user","content":{"type":"tool_use","id":"1","name":"t","input":[]},"model":"m"})"),
            "$.content.input: is no object");
  EXPECT_EQ(refused(R"({"role":"user","content":[]})"), "$.model: is missing");
  EXPECT_EQ(refused(R"({"role":"user","content":[],"model":"m","stopReason":1})"),
            "$.stopReason: expected string, got 1");
  EXPECT_EQ(refused(R"({"role":"user","model":"m","content":[{"type":"tool_use","id":"1","name":"t","input":{}},
                       {"type":"tool_use","id":"1","name":"u","input":{}}]})"),
            "$.content: has two tool uses with the same id");
}

}  // namespace sampling_test
}  // namespace mcp
