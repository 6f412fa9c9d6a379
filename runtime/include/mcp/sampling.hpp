// What Context::sample() asks the client's model, and what the model answers:
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
// (2026-07-28, client/sampling.) A request that breaks a rule stated here is never sent: the question throws
// std::invalid_argument with the rule.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <mcp/codec/value.hpp>
#include <mcp/content.hpp>
#include <mcp/json.hpp>
#include <mcp/revision.hpp>
#include <mcp/role.hpp>

namespace mcp {

/// That the model wants a tool to be used. Only in messages of the assistant.
struct ToolUse {
  std::string id;  // of this use
  std::string name;
  json input = json::object();  // the arguments, an object
  json meta = nullptr;          // `_meta`, an object; null: none. Clients like to get it back as it was.
};

/// What came of it. A message of the user that has outcomes has nothing else, and one for each tool use of the message
/// before it.
struct ToolOutcome {
  std::string tool_use_id;
  std::vector<Content> content{};
  std::optional<json> structured_content{};  // before 2026-07-28 what is no object is sent as `{"result": VALUE}`
  bool is_error = false;
  json meta = nullptr;  // `_meta`, as above
};

/// A piece of a message.
using SampleBlock = std::variant<Text, Image, Audio, ToolUse, ToolOutcome>;

/// What one side says: at least one block. To a client before 2025-11-25, which takes one only, each block is a
/// message.
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
/// What came of all tool uses of the message before.
[[nodiscard]] SampleMessage outcomes(std::vector<ToolOutcome> all);

/// Which model to choose; advice, which the client may ignore.
struct ModelPreferences {
  std::vector<std::string> hints{};       // parts of names of models, the best first
  std::optional<double> cost_priority{};  // from 0, unimportant, to 1, as the others
  std::optional<double> speed_priority{};
  std::optional<double> intelligence_priority{};
};

/// A tool that the model may use in this request; the server's own tools are unknown to it.
struct SampleTool {
  std::string name;  // unique within the request
  std::string description{};
  json input_schema = {{"type", "object"}};  // a JSON Schema with the type "object"
};

enum class ToolChoice : unsigned char {
  Auto,      ///< the model decides
  Required,  ///< it must use one
  None,      ///< it must not
};

/// Which context the client is to add. What is not None is deprecated, and since 2025-11-25 only for clients that
/// declare `sampling.context`.
enum class IncludeContext : unsigned char { None, ThisServer, AllServers };

/// A question to the client's model.
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
  json metadata = nullptr;  // for the model's provider, an object; null: none
};

/// The answer.
struct SampleResult {
  Role role = Role::Assistant;
  std::vector<SampleBlock> content{};
  std::string model{};        // that answered
  std::string stop_reason{};  // "endTurn", "stopSequence", "maxTokens", "toolUse" or another; empty: unsaid

  /// All text in it, the blocks on lines of their own.
  [[nodiscard]] std::string text() const;
  /// The tools that the model wants to be used, in its order.
  [[nodiscard]] std::vector<ToolUse> tool_uses() const;
  /// As a message, for the next request.
  [[nodiscard]] SampleMessage message() const { return {role, content}; }
};

namespace detail {

/// What a request needs of the client beside `sampling`.
struct SampleNeeds {
  bool tools = false;
  bool context = false;
};
[[nodiscard]] SampleNeeds needs_of(const SampleRequest& request, Revision revision) noexcept;
/// The same as a ClientCapabilities object: `{"sampling":{"tools":{}}}`.
[[nodiscard]] std::string capability_of(const SampleNeeds& needs);

/// Which rule the request breaks, or that `revision` cannot carry it; empty: none.
[[nodiscard]] std::string problem_of(const SampleRequest& request, Revision revision);
/// The `params` of sampling/createMessage, JSON in the shape of `revision`. Throws std::invalid_argument for a value
/// that JSON cannot carry; of what problem_of() refuses anything may come.
[[nodiscard]] std::string sample_params(const SampleRequest& request, Revision revision);
/// Reads a CreateMessageResult of any revision. Returns what is wrong with it; empty: nothing.
[[nodiscard]] std::string decode_sample(Value result, SampleResult& to);

}  // namespace detail
}  // namespace mcp
