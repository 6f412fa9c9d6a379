#include "model/handler_json.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "model/json_words.hpp"
#include "model/type_json.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using namespace model;  // NOLINT(google-build-using-namespace): this file is the model's other face

namespace {

constexpr std::array<std::pair<Source, std::string_view>, 3> kSources = {{
    {Source::Argument, "argument"},
    {Source::Context, "context"},
    {Source::StopToken, "stop_token"},
}};

constexpr std::array<std::pair<TaskSupport, std::string_view>, 3> kTaskSupports = {{
    {TaskSupport::None, "none"},
    {TaskSupport::Optional, "optional"},
    {TaskSupport::Required, "required"},
}};

Json parameter_json(const Parameter& parameter) {
  if (parameter.source != Source::Argument) return {{"source", name_in(kSources, parameter.source)}};
  Json json = to_json(static_cast<const Member&>(parameter));
  set(json, "default_expression", parameter.default_expression);
  if (parameter.omitted_by_position) json["omitted_by_position"] = true;
  return json;
}
Parameter parameter_from_json(const Json& json) {
  Parameter parameter;
  if (json.contains("source")) {
    parameter.source = value_in(kSources, json.at("source").get<std::string>());
    return parameter;
  }
  read_member(json, parameter);
  get(json, "default_expression", parameter.default_expression);
  parameter.omitted_by_position = json.value("omitted_by_position", false);
  return parameter;
}

/// The members of all handlers, which follow those of each kind.
void add_handler(const Handler& handler, Json& json) {
  set(json, "scopes", handler.scopes);
  if (handler.timeout_ms != 0) json["timeout_ms"] = handler.timeout_ms;
  json["function"] = handler.cpp_name;
  json["pointer"] = handler.pointer;
  if (!handler.reopened.empty())
    json["reopened"] = {{"namespaces", handler.reopened}, {"scope", handler.reopened_scope}};
  if (handler.owner) {
    json["owner"] = {{"name", handler.owner->name}, {"cpp_name", handler.owner->cpp_name}};
    if (!handler.owner->is_default_constructible) json["owner"]["default_constructible"] = false;
  }
  json["parameters"] = Json::array();
  for (const Parameter& parameter : handler.parameters) json["parameters"].push_back(parameter_json(parameter));
  if (handler.is_task) json["coroutine"] = true;
  if (handler.asks != 0) json["asks"] = handler.asks;
  json["at"] = to_json(handler.at);
}
void read_handler(const Json& json, Handler& handler) {
  handler.name = json.at("name");
  get(json, "scopes", handler.scopes);
  handler.timeout_ms = json.value("timeout_ms", 0U);
  handler.asks = json.value("asks", 0U);
  handler.cpp_name = json.at("function");
  handler.pointer = json.at("pointer");
  if (json.contains("reopened")) {
    handler.reopened = json.at("reopened").at("namespaces");
    handler.reopened_scope = json.at("reopened").at("scope");
  }
  if (json.contains("owner")) {
    const Json& owner = json.at("owner");
    handler.owner = Owner{owner.at("name"), owner.at("cpp_name"), owner.value("default_constructible", true)};
  }
  for (const Json& parameter : json.at("parameters")) handler.parameters.push_back(parameter_from_json(parameter));
  handler.is_task = json.value("coroutine", false);
  handler.at = location_from_json(json.at("at"));
}

}  // namespace

Json to_json(const std::vector<Icon>& icons) {
  Json list = Json::array();
  for (const Icon& icon : icons) {
    Json json = {{"src", icon.src}};
    set(json, "mime_type", icon.mime_type);
    set(json, "sizes", icon.sizes);
    set(json, "theme", icon.theme);
    list.push_back(std::move(json));
  }
  return list;
}
std::vector<Icon> icons_from_json(const Json& json) {
  std::vector<Icon> icons;
  if (!json.contains("icons")) return icons;
  for (const Json& each : json.at("icons")) {
    Icon& icon = icons.emplace_back();
    get(each, "src", icon.src);
    get(each, "mime_type", icon.mime_type);
    get(each, "sizes", icon.sizes);
    get(each, "theme", icon.theme);
  }
  return icons;
}

Json to_json(const Tool& tool) {
  Json json = {{"name", tool.name}};
  set(json, "title", tool.title);
  set(json, "description", tool.description);
  set(json, "read_only", tool.read_only);
  set(json, "destructive", tool.destructive);
  set(json, "idempotent", tool.idempotent);
  set(json, "open_world", tool.open_world);
  if (!tool.icons.empty()) json["icons"] = to_json(tool.icons);
  if (!tool.meta.is_null()) json["meta"] = tool.meta;
  if (!tool.raw_input_schema.is_null()) json["input_schema"] = tool.raw_input_schema;
  if (!tool.raw_output_schema.is_null()) json["output_schema"] = tool.raw_output_schema;
  if (tool.task_support != TaskSupport::None) json["task"] = name_in(kTaskSupports, tool.task_support);
  if (tool.starts_task) json["starts_task"] = true;
  for (const ToolFlag& flag : kToolFlags) {
    if (tool.*flag.member) json[std::string(flag.name)] = true;
  }
  if (tool.result) json["result"] = to_json(*tool.result);
  set(json, "result_description", tool.result_description);
  add_handler(tool, json);
  return json;
}
void from_json(const Json& json, Tool& tool) {
  read_handler(json, tool);
  get(json, "title", tool.title);
  get(json, "description", tool.description);
  get(json, "read_only", tool.read_only);
  get(json, "destructive", tool.destructive);
  get(json, "idempotent", tool.idempotent);
  get(json, "open_world", tool.open_world);
  tool.icons = icons_from_json(json);
  if (json.contains("meta")) tool.meta = json.at("meta");
  if (json.contains("input_schema")) tool.raw_input_schema = json.at("input_schema");
  if (json.contains("output_schema")) tool.raw_output_schema = json.at("output_schema");
  if (json.contains("task")) tool.task_support = value_in(kTaskSupports, json.at("task").get<std::string>());
  tool.starts_task = json.value("starts_task", false);
  for (const ToolFlag& flag : kToolFlags) tool.*flag.member = json.value(flag.name, false);
  if (json.contains("result")) tool.result = type_from_json(json.at("result"));
  get(json, "result_description", tool.result_description);
}

Json to_json(const Resource& resource) {
  Json json = {{"name", resource.name}, {"uri", resource.uri}};
  if (resource.is_template) json["template"] = true;
  set(json, "title", resource.title);
  set(json, "description", resource.description);
  set(json, "mime_type", resource.mime_type);
  if (resource.size) json["size"] = *resource.size;
  if (!resource.audience.empty()) json["audience"] = resource.audience;
  if (resource.priority) json["priority"] = *resource.priority;
  set(json, "last_modified", resource.last_modified);
  if (!resource.icons.empty()) json["icons"] = to_json(resource.icons);
  if (!resource.meta.is_null()) json["meta"] = resource.meta;
  if (resource.cache_ttl_ms != 0) json["cache_ttl_ms"] = resource.cache_ttl_ms;
  if (resource.is_cached_for_all) json["cached_for_all"] = true;
  add_handler(resource, json);
  return json;
}
void from_json(const Json& json, Resource& resource) {
  read_handler(json, resource);
  resource.uri = json.at("uri");
  resource.is_template = json.value("template", false);
  get(json, "title", resource.title);
  get(json, "description", resource.description);
  get(json, "mime_type", resource.mime_type);
  if (json.contains("size")) resource.size = json.at("size").get<std::uint64_t>();
  if (json.contains("audience")) resource.audience = json.at("audience").get<std::vector<std::string>>();
  if (json.contains("priority")) resource.priority = json.at("priority").get<double>();
  get(json, "last_modified", resource.last_modified);
  resource.icons = icons_from_json(json);
  if (json.contains("meta")) resource.meta = json.at("meta");
  resource.cache_ttl_ms = json.value("cache_ttl_ms", 0U);
  resource.is_cached_for_all = json.value("cached_for_all", false);
}

Json to_json(const ResourceList& list) {
  Json json = {{"name", list.name}};
  add_handler(list, json);
  return json;
}
void from_json(const Json& json, ResourceList& list) { read_handler(json, list); }

Json to_json(const Prompt& prompt) {
  Json json = {{"name", prompt.name}};
  set(json, "title", prompt.title);
  set(json, "description", prompt.description);
  if (!prompt.icons.empty()) json["icons"] = to_json(prompt.icons);
  if (!prompt.meta.is_null()) json["meta"] = prompt.meta;
  add_handler(prompt, json);
  return json;
}
void from_json(const Json& json, Prompt& prompt) {
  read_handler(json, prompt);
  get(json, "title", prompt.title);
  get(json, "description", prompt.description);
  prompt.icons = icons_from_json(json);
  if (json.contains("meta")) prompt.meta = json.at("meta");
}

Json to_json(const Completion& completion) {
  Json json = {{"name", completion.name},
               {completion.is_of_prompt ? "prompt" : "resource", completion.ref},
               {"argument", completion.argument}};
  add_handler(completion, json);
  json["ref_at"] = to_json(completion.ref_at);
  json["argument_at"] = to_json(completion.argument_at);
  return json;
}
void from_json(const Json& json, Completion& completion) {
  read_handler(json, completion);
  completion.is_of_prompt = json.contains("prompt");
  completion.ref = json.at(completion.is_of_prompt ? "prompt" : "resource");
  completion.argument = json.at("argument");
  completion.ref_at = location_from_json(json.at("ref_at"));
  completion.argument_at = location_from_json(json.at("argument_at"));
}

}  // namespace mcpgen
