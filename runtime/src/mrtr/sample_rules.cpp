// The rules that a request to the client's model is held to. (2026-07-28, client/sampling)
#include <algorithm>
#include <cmath>
#include <set>

#include <mcp/sampling.hpp>
#include <mcp/spec/revision_traits.hpp>

#include "codec/text.hpp"
#include "mrtr/sample_request.hpp"

namespace mcp::detail {

namespace {

template <class Block>
bool has(const SampleMessage& message) noexcept {
  return std::any_of(message.content.begin(), message.content.end(),
                     [](const SampleBlock& block) { return std::holds_alternative<Block>(block); });
}

template <class Block>
bool has(const SampleRequest& request) noexcept {
  return std::any_of(request.messages.begin(), request.messages.end(),
                     [](const SampleMessage& message) { return has<Block>(message); });
}

std::string at(std::size_t index) { return "$.messages[" + std::to_string(index) + "] "; }

bool absent_or_object(const json& value) { return value.is_null() || value.is_object(); }

/// The ids that the tool uses or outcomes of a message have; `twice` becomes one that two of them have.
template <class Block>
std::set<std::string_view> ids_in(const SampleMessage& message, std::string Block::* id, std::string& twice) {
  std::set<std::string_view> ids;
  for (const SampleBlock& block : message.content) {
    const Block* const found = std::get_if<Block>(&block);
    if (found != nullptr && !ids.insert(found->*id).second) twice = found->*id;
  }
  return ids;
}

/// Whether `outcomes` has an outcome for each tool use of `uses`, the message before it, and nothing else.
std::string unbalanced(const SampleMessage* uses, const SampleMessage& outcomes) {
  if (!std::all_of(outcomes.content.begin(), outcomes.content.end(),
                   [](const SampleBlock& block) { return std::holds_alternative<ToolOutcome>(block); })) {
    return "has tool outcomes and something else: they must be in a message of their own";
  }
  std::string twice;
  const std::set<std::string_view> answered = ids_in(outcomes, &ToolOutcome::tool_use_id, twice);
  if (!twice.empty()) return "has two outcomes of the tool use " + internal::in_quotes(twice);
  std::string ignored;
  const std::set<std::string_view> used =
      uses == nullptr ? std::set<std::string_view>() : ids_in(*uses, &ToolUse::id, ignored);
  for (const std::string_view id : answered) {
    if (!used.contains(id)) {
      return "has an outcome of the tool use " + internal::in_quotes(id) + ", which the message before does not have";
    }
  }
  for (const std::string_view id : used) {
    if (!answered.contains(id)) return "has no outcome of the tool use " + internal::in_quotes(id);
  }
  return {};
}

std::string problem_of_uses(const SampleMessage& message) {
  std::string twice;
  const std::set<std::string_view> ids = ids_in(message, &ToolUse::id, twice);
  if (!twice.empty()) return "has two tool uses with the id " + internal::in_quotes(twice);
  if (ids.contains("")) return "has a tool use without an id";
  for (const SampleBlock& block : message.content) {
    const ToolUse* const use = std::get_if<ToolUse>(&block);
    if (use == nullptr) continue;
    if (use->name.empty()) return "has a tool use without the name of a tool";
    if (!use->input.is_object()) return "has a tool use whose input is no JSON object";
    if (!absent_or_object(use->meta)) return "has a tool use whose _meta is no JSON object";
  }
  return {};
}

std::string problem_of_messages(const std::vector<SampleMessage>& messages) {
  if (messages.empty()) return "$.messages is empty: the model needs at least one";
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const SampleMessage& message = messages[i];
    if (message.content.empty()) return at(i) + "has no content";
    const bool uses = has<ToolUse>(message);
    const bool outcomes = has<ToolOutcome>(message);
    if (uses && message.role != Role::Assistant) return at(i) + "is of the user: only the assistant uses tools";
    if (outcomes && message.role != Role::User) return at(i) + "is of the assistant: tool outcomes come from the user";
    if (uses) {
      if (const std::string problem = problem_of_uses(message); !problem.empty()) return at(i) + problem;
      if (i + 1 == messages.size() || !has<ToolOutcome>(messages[i + 1])) {
        return at(i) + "has tool uses: the next message must have their outcomes";
      }
    }
    if (outcomes) {
      const std::string problem = unbalanced(i == 0 ? nullptr : &messages[i - 1], message);
      if (!problem.empty()) return at(i) + problem;
      for (const SampleBlock& block : message.content) {
        if (!absent_or_object(std::get<ToolOutcome>(block).meta)) {
          return at(i) + "has a tool outcome whose _meta is no JSON object";
        }
      }
    }
  }
  return {};
}

std::string problem_of_tools(const SampleRequest& request) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < request.tools.size(); ++i) {
    const SampleTool& tool = request.tools[i];
    const std::string place = "$.tools[" + std::to_string(i) + "]";
    if (tool.name.empty()) return place + ".name is empty";
    if (!names.insert(tool.name).second) {
      return place + ".name is " + internal::in_quotes(tool.name) + ", as that of another tool";
    }
    const auto type = tool.input_schema.find("type");
    if (!tool.input_schema.is_object() || type == tool.input_schema.end() || *type != "object") {
      return place + R"(.inputSchema is no JSON Schema with "type": "object")";
    }
  }
  if (request.tool_choice == ToolChoice::Required && request.tools.empty()) {
    return "$.toolChoice is \"required\", but there are no tools";
  }
  return {};
}

std::string problem_of_numbers(const SampleRequest& request) {
  if (request.max_tokens < 1) {
    return "$.maxTokens is " + std::to_string(request.max_tokens) + ": it must be 1 or more";
  }
  if (request.temperature && !std::isfinite(*request.temperature)) return "$.temperature is not a finite number";
  const ModelPreferences& preferences = request.model_preferences;
  const std::pair<std::string_view, std::optional<double>> priorities[] = {
      {"costPriority", preferences.cost_priority},
      {"speedPriority", preferences.speed_priority},
      {"intelligencePriority", preferences.intelligence_priority}};
  for (const auto& [name, value] : priorities) {
    if (value && !(*value >= 0 && *value <= 1)) {
      return "$.modelPreferences." + std::string(name) + " is not between 0 and 1";
    }
  }
  return {};
}

std::string problem_of_revision(const SampleRequest& request, Revision revision) {
  const std::string client = " a client of revision " + std::string(name_of(revision));
  if (!spec::traits_of(revision).sampling_tools && needs_of(request, revision).tools) {
    return "tools cannot be sent to" + client + ": they are known since 2025-11-25";
  }
  if (!spec::traits_of(revision).audio && has<Audio>(request)) {
    return "audio cannot be sent to" + client + ": it is known since 2025-03-26";
  }
  return {};
}

}  // namespace

SampleNeeds needs_of(const SampleRequest& request, Revision revision) noexcept {
  return {.tools = !request.tools.empty() || request.tool_choice || has<ToolUse>(request) || has<ToolOutcome>(request),
          .context = request.include_context != IncludeContext::None && spec::traits_of(revision).sampling_tools};
}

std::string capability_of(const SampleNeeds& needs) {
  std::string members = needs.tools ? R"("tools":{})" : "";
  if (needs.context) members += members.empty() ? R"("context":{})" : R"(,"context":{})";
  return R"({"sampling":{)" + members + "}}";
}

std::string problem_of(const SampleRequest& request, Revision revision) {
  std::string problem = unwritable_in(request, revision);  // first: from here on all texts are UTF-8
  if (problem.empty()) problem = problem_of_messages(request.messages);
  if (problem.empty()) problem = problem_of_numbers(request);
  if (problem.empty()) problem = problem_of_tools(request);
  if (problem.empty() && !absent_or_object(request.metadata)) problem = "$.metadata is no JSON object";
  if (problem.empty()) problem = problem_of_revision(request, revision);
  return problem;
}

}  // namespace mcp::detail
