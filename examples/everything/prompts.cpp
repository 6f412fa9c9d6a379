// Prompts: with and without arguments, with pictures and resources in them, with a question to the user.
#include <mcp/mcp.hpp>

#include <string>
#include <vector>

#include "media.hpp"

/// A prompt without arguments.
MCP_PROMPT(.title = "Simple")
static std::string test_simple_prompt() { return "This is a simple prompt for testing."; }

/// A prompt that takes two texts.
/// @param arg1 The first
/// @param arg2 The second
MCP_PROMPT()
static std::string test_prompt_with_arguments(const std::string& arg1, const std::string& arg2) {
  return "Prompt with arguments: arg1='" + arg1 + "', arg2='" + arg2 + "'";
}

MCP_COMPLETE(.prompt = "test_prompt_with_arguments", .argument = "arg1")
static std::vector<std::string> complete_arg1(std::string_view typed) {
  std::vector<std::string> texts;
  for (const std::string text : {"paris", "park", "party"}) {
    if (text.starts_with(typed)) texts.push_back(text);
  }
  return texts;
}

/// Values that go with what was chosen for arg1.
MCP_COMPLETE(.prompt = "test_prompt_with_arguments", .argument = "arg2")
static std::vector<std::string> complete_arg2(std::string_view typed, const std::optional<std::string>& arg1) {
  const std::string text = arg1.value_or("first") + " and more";
  if (!text.starts_with(typed)) return {};
  return {text};
}

/// A prompt with a resource in it.
/// @param resourceUri Of the resource
MCP_PROMPT()
static std::vector<mcp::Content> test_prompt_with_embedded_resource(const std::string& resourceUri) {
  return {mcp::EmbeddedResource{
              .uri = resourceUri, .mime_type = "text/plain", .text = "Embedded resource content for testing."},
          mcp::Text{"Please process the embedded resource above."}};
}

/// A prompt with a picture in it.
MCP_PROMPT()
static std::vector<mcp::Content> test_prompt_with_image() {
  return {media::pixel(), mcp::Text{"Please analyze the image above."}};
}

struct UserContext {
  std::string context;  ///< What the prompt should take into account
};

/// A prompt that asks the user first.
MCP_PROMPT()
static std::string test_input_required_result_prompt(mcp::Context& ctx) {
  const auto answer = ctx.elicit<UserContext>("user_context", "What should the prompt take into account?");
  return "Use the following context: " + (answer ? answer->context : "none");
}
