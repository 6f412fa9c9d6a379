// The request of Context::sample() to the client's model, and the model's answer:
//
//   mcp::SampleResult answer = ctx.sample("capital", {.messages = {mcp::user("What is the capital of France?")},
//                                                     .max_tokens = 100});
//   return answer.text();
//
// With tools the model may answer with tool uses. Run them, append answer.message() and mcp::outcomes(…) to the
// messages, and ask again, a bounded number of times:
//
//   request.messages.push_back(answer.message());
//   request.messages.push_back(mcp::outcomes({{.tool_use_id = use.id, .content = {mcp::Text{weather}}}}));
//
// (2026-07-28, client/sampling.) A request that breaks a rule stated here is never sent: Context::sample() throws
// std::invalid_argument, whose text names the rule.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <mcp/content.hpp>
#include <mcp/export.hpp>
#include <mcp/json.hpp>
#include <mcp/role.hpp>

namespace mcp {

/// A tool use that the model requests. It may stand only in messages of the assistant.
struct ToolUse {
  std::string id;  // identifies this use
  std::string name;
  json input = json::object();  // the arguments, an object
  json meta = nullptr;          // `_meta`, an object; null: none. Send it back unchanged.
};

/// The outcome of a tool use. A message of the user with outcomes must contain nothing else, and must have one outcome
/// for each tool use of the message before it.
struct ToolOutcome {
  std::string tool_use_id;
  std::vector<Content> content{};
  std::optional<json>
      structured_content{};  // before 2026-07-28, a value that is no object is sent as `{"result": VALUE}`
  bool is_error = false;
  json meta = nullptr;  // `_meta`, an object; null: none
};

/// A content block of a message.
using SampleBlock = std::variant<Text, Image, Audio, ToolUse, ToolOutcome>;

/// A message: at least one block. Clients before 2025-11-25 know only one block per message, so each block is sent to
/// them as a message of its own.
struct SampleMessage {
  Role role = Role::User;
  std::vector<SampleBlock> content;
};

/// A message of the user, or of the model.
[[nodiscard]] inline SampleMessage user(std::string_view text) { return {Role::User, {Text{std::string(text)}}}; }
[[nodiscard]] inline SampleMessage user(SampleBlock block) { return {Role::User, {std::move(block)}}; }
[[nodiscard]] inline SampleMessage assistant(std::string_view text) {
  return {Role::Assistant, {Text{std::string(text)}}};
}
[[nodiscard]] inline SampleMessage assistant(SampleBlock block) { return {Role::Assistant, {std::move(block)}}; }
/// A message of the user with the outcomes of all tool uses of the message before.
[[nodiscard]] MCP_EXPORT SampleMessage outcomes(std::vector<ToolOutcome> all);

/// Advice on which model to choose. The client may ignore it.
struct ModelPreferences {
  std::vector<std::string> hints{};       // model names or parts of them, best first
  std::optional<double> cost_priority{};  // 0 (unimportant) to 1; so are the two below
  std::optional<double> speed_priority{};
  std::optional<double> intelligence_priority{};
};

/// A tool that the model may use in this request. The model does not know the server's own tools.
struct SampleTool {
  std::string name;  // unique within the request
  std::string description{};
  json input_schema = {{"type", "object"}};  // a JSON Schema with the type "object"
};

enum class ToolChoice : unsigned char {
  Auto,      ///< the model decides
  Required,  ///< the model must use a tool
  None,      ///< the model must not use a tool
};

/// The context that the client should add. Values other than None are deprecated; since 2025-11-25 only clients that
/// declare `sampling.context` accept them.
enum class IncludeContext : unsigned char { None, ThisServer, AllServers };

/// A request to the client's model.
struct SampleRequest {
  std::vector<SampleMessage> messages{};  // at least one
  std::int64_t max_tokens = 0;            // required: 1 or more
  std::string system_prompt{};            // empty: none
  std::optional<double> temperature{};
  std::vector<std::string> stop_sequences{};
  ModelPreferences model_preferences{};
  IncludeContext include_context = IncludeContext::None;
  std::vector<SampleTool> tools{};  // for clients since 2025-11-25 that declare `sampling.tools`
  std::optional<ToolChoice> tool_choice{};
  json metadata = nullptr;  // an object for the model's provider; null: none
};

/// The answer of the client's model.
struct MCP_EXPORT SampleResult {
  Role role = Role::Assistant;
  std::vector<SampleBlock> content{};
  std::string model{};        // name of the model that answered
  std::string stop_reason{};  // "endTurn", "stopSequence", "maxTokens", "toolUse" or another; empty: not given

  /// The texts of all text blocks, joined by newlines.
  [[nodiscard]] std::string text() const;
  /// The tool uses that the model requests, in order.
  [[nodiscard]] std::vector<ToolUse> tool_uses() const;
  /// The answer as a message, for the next request.
  [[nodiscard]] SampleMessage message() const { return {role, content}; }
};

}  // namespace mcp
