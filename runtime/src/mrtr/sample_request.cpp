// Requests to the client's model, in the shape of each revision.
#include "mrtr/sample_request.hpp"

#include <stdexcept>

#include <mcp/codec/json.hpp>
#include <mcp/sampling.hpp>
#include <mcp/spec/revision_traits.hpp>

#include "registry/blocks.hpp"
#include "registry/members.hpp"

namespace mcp {

SampleMessage outcomes(std::vector<ToolOutcome> all) {
  SampleMessage message;
  for (ToolOutcome& outcome : all) message.content.emplace_back(std::move(outcome));
  return message;
}

namespace detail {

namespace {

void add_json(Members& members, std::string_view name, const json& value) {
  members.add(name, [&](Writer& to) { codec<json>::encode(value, to); });
}

void write_sample_block(const SampleBlock& block, Revision revision, Writer& to);

struct SampleBlockWriter {
  Writer& to;
  Revision revision;

  void operator()(const ToolUse& use) const {
    write_object(to, [&](Members& members) {
      members.text("type", "tool_use");
      members.text("id", use.id);
      members.text("name", use.name);
      add_json(members, "input", use.input);
      if (!use.meta.is_null()) add_json(members, "_meta", use.meta);
    });
  }
  void operator()(const ToolOutcome& outcome) const {
    write_object(to, [&](Members& members) {
      members.text("type", "tool_result");
      members.text("toolUseId", outcome.tool_use_id);
      std::size_t index = 0;
      members.list("content", outcome.content, [&](const Content& block, Writer& list) {
        write_block(list, revision, pointer_to(block), index++);
      });
      if (const std::optional<json>& value = outcome.structured_content) {
        const bool wrapped = !value->is_object() && !spec::traits_of(revision).any_structured;
        add_json(members, "structuredContent", wrapped ? json{{"result", *value}} : *value);
      }
      if (outcome.is_error) members.add("isError", [](Writer& flag) { flag.boolean(true); });
      if (!outcome.meta.is_null()) add_json(members, "_meta", outcome.meta);
    });
  }
  /// Text, an image, sound.
  template <class Block>
  void operator()(const Block& block) const {
    write_block(to, revision, &block, 0);
  }
};

void write_sample_block(const SampleBlock& block, Revision revision, Writer& to) {
  std::visit(SampleBlockWriter{to, revision}, block);
}

/// `content` is one block where that will do.
void write_message(const SampleMessage& message, Revision revision, Writer& to) {
  write_object(to, [&](Members& members) {
    members.add("role", [&](Writer& role) { write_role(message.role, role); });
    if (message.content.size() == 1) {
      members.add("content", [&](Writer& block) { write_sample_block(message.content.front(), revision, block); });
    } else {
      members.list("content", message.content,
                   [&](const SampleBlock& block, Writer& list) { write_sample_block(block, revision, list); });
    }
  });
}

/// The same conversation with one block a message.
std::vector<SampleMessage> taken_apart(const std::vector<SampleMessage>& messages) {
  std::vector<SampleMessage> apart;
  for (const SampleMessage& message : messages) {
    for (const SampleBlock& block : message.content) apart.push_back({message.role, {block}});
  }
  return apart;
}

void add_number(Members& members, std::string_view name, std::optional<double> value) {
  if (value) members.add(name, [&](Writer& to) { to.real(*value); });
}

void add_preferences(const ModelPreferences& from, Members& params) {
  if (from.hints.empty() && !from.cost_priority && !from.speed_priority && !from.intelligence_priority) return;
  params.object("modelPreferences", [&](Members& members) {
    if (!from.hints.empty()) {
      members.list("hints", from.hints, [](const std::string& hint, Writer& to) {
        write_object(to, [&](Members& named) { named.text("name", hint); });
      });
    }
    add_number(members, "costPriority", from.cost_priority);
    add_number(members, "speedPriority", from.speed_priority);
    add_number(members, "intelligencePriority", from.intelligence_priority);
  });
}

void add_context(IncludeContext context, Members& params) {
  if (context == IncludeContext::None) return;
  params.text("includeContext", context == IncludeContext::ThisServer ? "thisServer" : "allServers");
}

void add_tools(const SampleRequest& request, Members& params) {
  if (!request.tools.empty()) {
    params.list("tools", request.tools, [](const SampleTool& tool, Writer& to) {
      write_object(to, [&](Members& members) {
        members.text("name", tool.name);
        if (!tool.description.empty()) members.text("description", tool.description);
        add_json(members, "inputSchema", tool.input_schema);
      });
    });
  }
  if (request.tool_choice) {
    const ToolChoice choice = *request.tool_choice;
    params.object("toolChoice", [&](Members& members) {
      members.text("mode", choice == ToolChoice::Auto ? "auto" : choice == ToolChoice::Required ? "required" : "none");
    });
  }
}

void write_params(const SampleRequest& request, Revision revision, Writer& to) {
  write_object(to, [&](Members& params) {
    const auto add_messages = [&](const std::vector<SampleMessage>& messages) {
      params.list("messages", messages,
                  [&](const SampleMessage& message, Writer& list) { write_message(message, revision, list); });
    };
    if (spec::traits_of(revision).sampling_tools) {
      add_messages(request.messages);
    } else {
      add_messages(taken_apart(request.messages));
    }
    params.add("maxTokens", [&](Writer& number) { number.integer(request.max_tokens); });
    if (!request.system_prompt.empty()) params.text("systemPrompt", request.system_prompt);
    add_number(params, "temperature", request.temperature);
    if (!request.stop_sequences.empty()) {
      params.list("stopSequences", request.stop_sequences,
                  [](const std::string& sequence, Writer& list) { list.string(sequence); });
    }
    add_preferences(request.model_preferences, params);
    add_context(request.include_context, params);
    add_tools(request, params);
    if (!request.metadata.is_null()) add_json(params, "metadata", request.metadata);
  });
}

}  // namespace

std::string unwritable_in(const SampleRequest& request, Revision revision) {
  Writer writer;
  write_params(request, revision, writer);
  return writer.failure();
}

std::string sample_params(const SampleRequest& request, Revision revision) {
  Writer writer;
  write_params(request, revision, writer);
  if (writer.failed()) throw std::invalid_argument("a question to the model: " + writer.failure());
  return std::string(writer.view());
}

}  // namespace detail
}  // namespace mcp
