// completion/complete: what is completed, by which values, and everything that cannot be.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/completion.hpp>
#include <mcp/prompt.hpp>
#include <mcp/resource.hpp>
#include <mcp/spec/completion.hpp>

#include "asking.hpp"

namespace testing_support {

/// What a function that completes takes: the typed text, and what was chosen before.
struct Typed {
  std::string typed;
  std::string city;
  std::int64_t count = 2;
};
template <>
struct Declared<Typed> {
  static constexpr mcp::detail::Member kMembers[] = {
      mcp::detail::required<std::string>({mcp::spec::kTypedArgument, "\"typed text\":"},
                                         __builtin_offsetof(Typed, typed)),
      mcp::detail::optional<std::string>("\"city\":", __builtin_offsetof(Typed, city)),
      mcp::detail::optional<std::int64_t>("\"count\":", __builtin_offsetof(Typed, count))};
  static constexpr mcp::detail::TextArgument kTexts[] = {
      {mcp::spec::kTypedArgument, mcp::detail::TextArgument::Kind::Text},
      {"city", mcp::detail::TextArgument::Kind::Text},
      {"count", mcp::detail::TextArgument::Kind::Number}};
};

}  // namespace testing_support

namespace mcp::protocol {
namespace completion_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;
using namespace testing_support;

std::string nothing(const Arguments&, Context&) { return ""; }
std::vector<std::string> streets(const Typed& typed, Context& ctx) {
  if (typed.typed == "crash") throw std::runtime_error("the secret is 42");
  if (typed.typed == "tool") throw ToolError("no street today");
  if (typed.typed == "ask") (void)ctx.roots("roots");
  if (typed.typed == "many") return std::vector<std::string>(150, "street");
  std::vector<std::string> all;
  for (std::int64_t i = 0; i < typed.count; ++i) all.push_back(typed.city + "/" + typed.typed + std::to_string(i));
  return all;
}

constexpr detail::ListedPrompt kPrompts[] = {{"travel", "", "", &kWritten<nothing, detail::PromptWriter>}};
constexpr detail::ListedResource kTemplates[] = {
    {"map:///{text}", "map", "", "", &kWritten<nothing, detail::ResourceWriter>, {}}};
constexpr std::string_view kColours[] = {"Red", "rose", "green", "\xC3\xA4rmel"};
using Of = detail::ListedCompletion::Of;
constexpr detail::ListedCompletion kCompletions[] = {
    {Of::Prompt, "travel", "text", kColours},
    {Of::Prompt, "travel", "count", {}, &kWritten<streets, detail::CompletionWriter>},
    {Of::Resource, "map:///{text}", "text", {}, &kWritten<streets, detail::CompletionWriter>}};

constexpr detail::VersionedMembers kCapabilities[] = {{R"("prompts":{},"resources":{})"},
                                                      {R"("completions":{})", Revision::V2025_03_26}};

struct Completions {
  explicit Completions(Revision revision = Revision::V2026_07_28)
      : own({},
            [](detail::ServerDescriptor& descriptor) {
              descriptor.prompts = kPrompts;
              descriptor.resource_templates = kTemplates;
              descriptor.completions = kCompletions;
              descriptor.capabilities = kCapabilities;
            }),
        peer(own, revision) {}

  json ask(json ref, json argument, json more = json::object()) {
    more["ref"] = std::move(ref);
    more["argument"] = std::move(argument);
    return peer.ask("completion/complete", std::move(more));
  }
  json of_prompt(std::string_view argument, std::string_view value, json more = json::object()) {
    return ask({{"type", "ref/prompt"}, {"name", "travel"}}, {{"name", argument}, {"value", value}}, std::move(more));
  }
  json of_map(std::string_view value, json more = json::object()) {
    return ask({{"type", "ref/resource"}, {"uri", "map:///{text}"}}, {{"name", "text"}, {"value", value}},
               std::move(more));
  }

  AskingServer own;
  AskingPeer<> peer;
};

json completion(const json& answer) {
  EXPECT_TRUE(answer.contains("result")) << answer;
  return answer.contains("result") ? answer.at("result").at("completion") : json();
}

TEST(Completions, of_fixed_values_start_as_what_was_typed) {
  for (const std::string_view name : revision_names()) {
    SCOPED_TRACE(name);
    Completions completions(*revision_named(name));
    EXPECT_EQ(completion(completions.of_prompt("text", "R")),
              json({{"values", {"Red", "rose"}}, {"total", 2}, {"hasMore", false}}));
    EXPECT_THAT(completion(completions.of_prompt("text", "")).at("values"), SizeIs(4));
    EXPECT_THAT(completion(completions.of_prompt("text", "x")).at("values"), IsEmpty());
    EXPECT_THAT(completion(completions.of_prompt("text", "redder")).at("values"), IsEmpty());
    EXPECT_THAT(completion(completions.of_prompt("text", "\xC3\xA4")).at("values"), SizeIs(1));
  }
}

TEST(Completions, that_are_computed_know_what_was_chosen_before) {
  Completions completions;
  EXPECT_EQ(completion(completions.of_map("ma")).at("values"), json({"/ma0", "/ma1"}));
  const json chosen = {{"context", {{"arguments", {{"city", "Bonn"}, {"count", "1"}, {"unknown", "x"}}}}}};
  EXPECT_EQ(completion(completions.of_map("ma", chosen)).at("values"), json({"Bonn/ma0"}));
  EXPECT_EQ(completion(completions.of_prompt("count", "ma", chosen)).at("values"), json({"Bonn/ma0"}));
  const json forged = {{"context", {{"arguments", {{"typed text", "other"}}}}}};
  EXPECT_EQ(completion(completions.of_map("ma", forged)).at("values"), json({"/ma0", "/ma1"}));
  for (const json& empty : {json{{"context", json::object()}}, json{{"context", {{"arguments", json::object()}}}},
                            json{{"context", {{"arguments", nullptr}}}}}) {
    EXPECT_THAT(completion(completions.of_map("ma", empty)).at("values"), SizeIs(2));
  }
}

TEST(Completions, refuse_what_was_chosen_in_another_form) {
  Completions completions;
  const auto refused = [&](json context) {
    return error_of(completions.of_map("ma", {{"context", std::move(context)}}));
  };
  EXPECT_EQ(refused(1), "-32602 Invalid params: context: expected object, got 1");
  EXPECT_EQ(refused(nullptr), "-32602 Invalid params: context: expected object, got null");
  EXPECT_EQ(refused({{"arguments", 1}}), "-32602 Invalid params: context.arguments: expected object, got 1");
  EXPECT_EQ(refused({{"arguments", json::array()}}),
            "-32602 Invalid params: context.arguments: expected object, got []");
  EXPECT_EQ(refused({{"arguments", {{"city", 1}}}}),
            "-32602 Invalid params: context.arguments.city: expected string, got 1");
  EXPECT_THAT(refused({{"arguments", {{"count", "many"}}}}),
              AllOf(StartsWith("-32602 Invalid params: "), HasSubstr("count")));
}

TEST(Completions, are_a_hundred_at_most) {
  Completions completions;
  const json many = completion(completions.of_map("many"));
  EXPECT_THAT(many.at("values"), SizeIs(100));
  EXPECT_EQ(many.at("total"), 150);
  EXPECT_EQ(many.at("hasMore"), true);
}

TEST(Completions, need_something_that_can_be_completed) {
  Completions completions;
  const json argument = {{"name", "text"}, {"value", ""}};
  EXPECT_EQ(error_of(completions.ask({{"type", "ref/prompt"}, {"name", "trip"}}, argument)),
            "-32602 Invalid params: unknown prompt: \"trip\"");
  EXPECT_EQ(error_of(completions.ask({{"type", "ref/resource"}, {"uri", "mop:///1"}}, argument)),
            "-32602 Invalid params: unknown resource template: \"mop:///1\"");
  EXPECT_EQ(error_of(completions.of_prompt("colour", "")), "-32602 Invalid params: unknown argument: \"colour\"");
}

TEST(Completions, say_what_is_wrong_with_the_request) {
  Completions completions;
  const json ref = {{"type", "ref/prompt"}, {"name", "travel"}};
  const json argument = {{"name", "text"}, {"value", ""}};
  const auto refused = [&](json params) {
    return error_of(completions.peer.ask("completion/complete", std::move(params)));
  };
  EXPECT_EQ(refused({{"argument", argument}}), "-32602 Invalid params: required member \"ref\" is missing");
  EXPECT_EQ(refused({{"ref", "travel"}, {"argument", argument}}),
            "-32602 Invalid params: ref: expected object, got \"travel\"");
  EXPECT_EQ(refused({{"ref", ref}}), "-32602 Invalid params: required member \"argument\" is missing");
  const std::pair<json, const char*> arguments[] = {
      {{{"name", "text"}}, "argument: required member \"value\" is missing"},
      {{{"value", ""}}, "argument: required member \"name\" is missing"},
      {{{"name", 1}, {"value", ""}}, "argument.name: expected string, got 1"},
      {{{"name", "text"}, {"value", 1}}, "argument.value: expected string, got 1"}};
  for (const auto& [bad, problem] : arguments) {
    EXPECT_EQ(refused({{"ref", ref}, {"argument", bad}}), std::string("-32602 Invalid params: ") + problem);
  }
  const std::pair<json, const char*> refs[] = {
      {json::object(), "ref: required member \"type\" is missing"},
      {{{"type", 1}}, "ref.type: expected string, got 1"},
      {{{"type", "ref/tool"}}, "ref.type must be \"ref/prompt\" or \"ref/resource\""}};
  for (const auto& [bad, problem] : refs) {
    EXPECT_EQ(refused({{"ref", bad}, {"argument", argument}}), std::string("-32602 Invalid params: ") + problem);
  }
  EXPECT_EQ(refused({{"ref", {{"type", "ref/prompt"}}}, {"argument", argument}}),
            "-32602 Invalid params: ref.name must be a string");
  EXPECT_EQ(refused({{"ref", {{"type", "ref/resource"}, {"uri", 1}}}, {"argument", argument}}),
            "-32602 Invalid params: ref.uri must be a string");
}

TEST(Completions, that_fail_do_so_by_an_error_of_the_protocol) {
  for (const Revision era : kEras) {
    Completions completions(era);
    EXPECT_THAT(error_of(completions.of_map("crash")), AllOf(StartsWith("-32603 "), Not(HasSubstr("42"))));
    EXPECT_EQ(error_of(completions.of_map("tool")), "-32603 no street today");
    EXPECT_THAT(error_of(completions.of_map("ask")), StartsWith("-32603 "));
    EXPECT_THAT(completions.peer.log.text(),
                AllOf(HasSubstr("the secret is 42"), HasSubstr("a completion or a list of resources cannot ask")));
  }
}

TEST(Completions, are_none_for_servers_that_have_none) {
  AskingServer own;
  for (const std::string_view name : revision_names()) {
    AskingPeer peer(own, *revision_named(name));
    EXPECT_THAT(error_of(peer.ask("completion/complete", {{"ref", {{"type", "ref/prompt"}, {"name", "x"}}},
                                                          {"argument", {{"name", "a"}, {"value", ""}}}})),
                HasSubstr("-32601"));
  }
}

}  // namespace completion_test
}  // namespace mcp::protocol
