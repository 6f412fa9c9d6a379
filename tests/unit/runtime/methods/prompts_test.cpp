// prompts/get: text arguments made typed ones, results, errors.
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/prompt.hpp>

#include "asking.hpp"

namespace testing_support {

enum class Tone { Kind, Stern };
/// What a prompt takes.
struct Review {
  std::string code;
  std::int64_t lines = 10;
  double weight = 0.5;
  bool strict = false;
  Tone tone = Tone::Kind;
};

}  // namespace testing_support

namespace mcp {
template <>
struct codec<testing_support::Tone> : detail::EnumCodec<testing_support::Tone> {
  static constexpr detail::Enumerator kEnumerators[] = {{"kind", 0}, {"stern", 1}};
  static constexpr detail::Enumeration kEnumeration{kEnumerators, 2};
};
}  // namespace mcp

namespace testing_support {

template <>
struct Declared<Review> {
  static constexpr mcp::detail::Member kMembers[] = {
      mcp::detail::required<std::string>("\"code\":", __builtin_offsetof(Review, code)),
      mcp::detail::optional<std::int64_t>("\"lines\":", __builtin_offsetof(Review, lines)),
      mcp::detail::optional<double>("\"weight\":", __builtin_offsetof(Review, weight)),
      mcp::detail::optional<bool>("\"strict\":", __builtin_offsetof(Review, strict)),
      mcp::detail::optional<Tone>("\"tone\":", __builtin_offsetof(Review, tone))};
  static constexpr mcp::detail::TextArgument kTexts[] = {{"code", mcp::detail::TextArgument::Kind::Text},
                                                         {"lines", mcp::detail::TextArgument::Kind::Number},
                                                         {"weight", mcp::detail::TextArgument::Kind::Number},
                                                         {"strict", mcp::detail::TextArgument::Kind::Boolean},
                                                         {"tone", mcp::detail::TextArgument::Kind::Text}};
};

}  // namespace testing_support

namespace mcp::protocol {
namespace prompts_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using namespace testing_support;

std::string review(const Review& asked, Context&) {
  return asked.code + " " + std::to_string(asked.lines) + " " + json(asked.weight).dump() + " " +
         (asked.strict ? "strict" : "lax") + " " + (asked.tone == Tone::Kind ? "kind" : "stern");
}
std::string fail(const Arguments& arguments, Context&) {
  if (arguments.text == "tool") throw ToolError("no such book");
  if (arguments.text == "protocol") throw ProtocolError(-32602, "bad book");
  if (arguments.text == "not found") throw NotFound("book");
  if (arguments.text == "utf8") return "caf\xE9";
  throw std::runtime_error("the secret is 42");
}
Task<std::string> later(const Arguments& arguments, Context&) { co_return "later " + arguments.text; }

constexpr detail::ListedPrompt kPrompts[] = {{"fail", "", "", &kWritten<fail, detail::PromptWriter>},
                                             {"later", "", "", &kWritten<later, detail::PromptWriter>},
                                             {"review", "", "", &kWritten<review, detail::PromptWriter>}};

constexpr detail::VersionedMembers kCapabilities[] = {{R"("prompts":{})"}};

struct Prompts {
  explicit Prompts(Revision revision = Revision::V2026_07_28) : peer(own, revision) {}

  json get(std::string_view name, json arguments = json::object()) {
    return peer.ask("prompts/get", {{"name", name}, {"arguments", std::move(arguments)}});
  }
  std::string text(json arguments) {
    const json answer = get("review", std::move(arguments));
    return answer.contains("result") ? test::PromptMessages(answer.at("result")).text() : error_of(answer);
  }

  AskingServer own{{}, [](detail::ServerDescriptor& descriptor) {
                     descriptor.prompts = kPrompts;
                     descriptor.capabilities = kCapabilities;
                   }};
  AskingPeer<> peer;
};

TEST(Prompts, take_texts_and_make_values_of_them) {
  for (const std::string_view name : revision_names()) {
    Prompts prompts(*revision_named(name));
    EXPECT_EQ(prompts.text({{"code", "x"}}), "x 10 0.5 lax kind");
    EXPECT_EQ(prompts.text({{"code", "7"}, {"lines", "-3"}, {"weight", "1e2"}, {"strict", "true"}, {"tone", "stern"}}),
              "7 -3 100.0 strict stern");
    EXPECT_EQ(prompts.text({{"code", "true"}, {"lines", "2.0"}, {"strict", "false"}}), "true 2 0.5 lax kind");
    EXPECT_EQ(prompts.text({{"code", ""}}), " 10 0.5 lax kind");
  }
}

TEST(Prompts, say_what_is_wrong_with_a_text) {
  Prompts prompts;
  const auto problem = [&](const char* name, const char* text) { return prompts.text({{"code", "x"}, {name, text}}); };
  for (const char* const text :
       {"", "x", "1x", "0x10", "01", "+1", " 1", "1.", ".5", "1e", "--1", "NaN", "true", "[]", "\"1\""}) {
    EXPECT_THAT(problem("lines", text), AllOf(StartsWith("-32602 Invalid params: "), HasSubstr("lines"))) << text;
    EXPECT_THAT(problem("weight", text), AllOf(StartsWith("-32602 Invalid params: "), HasSubstr("weight"))) << text;
  }
  EXPECT_THAT(problem("lines", "1.5"), AllOf(StartsWith("-32602 Invalid params: "), HasSubstr("lines")));
  for (const char* const text : {"", "True", "yes", "1", "false "}) {
    EXPECT_THAT(problem("strict", text), AllOf(StartsWith("-32602 Invalid params: "), HasSubstr("strict"))) << text;
  }
  EXPECT_THAT(problem("tone", "kin"),
              AllOf(StartsWith("-32602 Invalid params: "), HasSubstr("tone"), HasSubstr("kind"), HasSubstr("stern")));
  EXPECT_THAT(problem("tone", "0"), StartsWith("-32602"));
  EXPECT_THAT(prompts.text(json::object()), AllOf(StartsWith("-32602 Invalid params: "), HasSubstr("code")));
  EXPECT_THAT(problem("other", "x"), AllOf(StartsWith("-32602 Invalid params: "), HasSubstr("other")));
  const json answer = prompts.get("review", {{"lines", "x"}, {"other", "y"}});
  const json& error = answer.at("error");
  EXPECT_THAT(error.at("message").get<std::string>(), Not(HasSubstr("\n"))) << "one sentence";
  const json& problems = error.at("data").at("problems");
  ASSERT_EQ(problems.size(), 3U) << "and all of them beside it";
  EXPECT_EQ(error.at("message"), "Invalid params: " + problems.at(0).get<std::string>());
}

TEST(Prompts, take_one_object_of_strings) {
  Prompts prompts;
  for (const json& bad :
       {json(1), json::array(), json{{"code", 1}}, json{{"code", nullptr}}, json{{"code", {{"a", "b"}}}}}) {
    EXPECT_EQ(error_of(prompts.get("review", bad)), "-32602 Invalid params: arguments must be one object of strings");
  }
  EXPECT_EQ(
      prompts.peer.ask("prompts/get", {{"name", "later"}}).at("result").at("messages").at(0).at("content").at("text"),
      "later ");
}

TEST(Prompts, are_asked_for_by_name) {
  Prompts prompts;
  EXPECT_EQ(error_of(prompts.get("reviews")), "-32602 Unknown prompt: \"reviews\"; did you mean \"review\"?");
  for (const json& params : {json::object(), json{{"name", 1}}, json{{"name", nullptr}}}) {
    EXPECT_EQ(error_of(prompts.peer.ask("prompts/get", params)),
              "-32602 Invalid params: name must be the name of a prompt");
  }
}

TEST(Prompts, fail_by_errors_of_the_protocol) {
  for (const std::string_view name : revision_names()) {
    Prompts prompts(*revision_named(name));
    EXPECT_EQ(error_of(prompts.get("fail", {{"text", "tool"}})), "-32603 no such book");
    EXPECT_EQ(error_of(prompts.get("fail", {{"text", "protocol"}})), "-32602 bad book");
    EXPECT_EQ(error_of(prompts.get("fail", {{"text", "not found"}})), "-32603 book");
    EXPECT_THAT(error_of(prompts.get("fail", {{"text", "utf8"}})), StartsWith("-32603 The result cannot be written"));
    EXPECT_THAT(error_of(prompts.get("fail")), AllOf(StartsWith("-32603 "), Not(HasSubstr("42"))));
    EXPECT_THAT(prompts.peer.log.text(), HasSubstr("prompt fail failed: the secret is 42"));
  }
}

TEST(Prompts, may_be_coroutines) {
  Prompts prompts;
  EXPECT_EQ(test::PromptMessages(prompts.get("later", {{"text", "x"}}).at("result")).text(), "later x");
}

TEST(Prompts, carry_no_caching_hints) {
  Prompts prompts;
  const json result = prompts.get("review", {{"code", "x"}}).at("result");
  EXPECT_EQ(result.at("resultType"), "complete");
  EXPECT_FALSE(result.contains("ttlMs"));
}

}  // namespace prompts_test
}  // namespace mcp::protocol
