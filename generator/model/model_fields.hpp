// The members of each struct of the model, with their names in its JSON: the one list that its writer and its reader
// walk. A member is read in its place in the list, so that what it depends on stands in front of it.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "model/json_fields.hpp"
#include "model/model.hpp"

namespace mcpgen {

template <class V>
void fields(V& v, typename V::template Visited<Location>& at) {
  v.required("file", at.file);
  v.required("line", at.line);
  v.required("column", at.column);
  v.required("length", at.length);
}

namespace model {

[[nodiscard]] inline std::vector<std::pair<TypeKind, std::string_view>> words_of(TypeKind) {
  std::vector<std::pair<TypeKind, std::string_view>> words;
  for (const TypeRow& row : type_table()) words.emplace_back(row.kind, row.name);
  return words;
}

[[nodiscard]] constexpr auto words_of(Source) {
  return std::to_array<std::pair<Source, std::string_view>>(
      {{Source::Argument, "argument"}, {Source::Context, "context"}, {Source::StopToken, "stop_token"}});
}

template <class V>
void fields(V& v, typename V::template Visited<Type>& type) {
  v.required("kind", type.kind);
  v.optional("bits", type.bits);
  if (type.kind == TypeKind::Integer) v.required("signed", type.is_signed);
  if (type.kind == TypeKind::Array) v.required("extent", type.extent);
  v.optional("key", type.key);
  v.optional("schema", type.schema);
  v.optional("name", type.name);
  v.optional("object", type.is_object);
  v.optional("tagged", type.is_tagged);
  v.optional("of", type.arguments);
}

template <class V>
void fields(V& v, typename V::template Visited<Member>& member) {
  v.required("name", member.name);
  v.optional("cpp_name", member.cpp_name, member.name);
  v.optional("title", member.title);
  v.optional("description", member.description);
  v.required("type", member.type);
  v.required("required", member.required);
  v.optional("default", member.default_value);
  v.optional("constraints", member.constraints, nlohmann::ordered_json::object());
  v.optional("header", member.header);
  v.optional("examples", member.examples);
  v.optional("deprecated", member.deprecated);
  v.optional("legacy_titles", member.legacy_titles);
  v.optional("begins_afresh", member.starts_from_type_default);
}

template <class V>
void fields(V& v, typename V::template Visited<Parameter>& parameter) {
  v.optional("source", parameter.source);
  if (parameter.source != Source::Argument) return;
  fields(v, static_cast<typename V::template Visited<Member>&>(parameter));
  v.optional("default_expression", parameter.default_expression);
  v.optional("omitted_by_position", parameter.omitted_by_position);
}

template <class V>
void fields(V& v, typename V::template Visited<Struct>& type) {
  v.required("name", type.name);
  v.required("cpp_name", type.cpp_name);
  v.optional("description", type.description);
  v.required("at", type.at);
  v.required("counted", type.is_counted);
  v.optional("tag_name", type.tag_name);
  v.optional("tag_value", type.tag_value);
  v.required("members", type.members);
}

template <class V>
void fields(V& v, typename V::template Visited<Enumerator>& enumerator) {
  v.required("name", enumerator.name);
  v.required("value", enumerator.value);
  v.optional("title", enumerator.title);
  v.optional("description", enumerator.description);
}

template <class V>
void fields(V& v, typename V::template Visited<Enum>& type) {
  v.required("name", type.name);
  v.required("cpp_name", type.cpp_name);
  v.optional("description", type.description);
  v.required("at", type.at);
  v.required("enumerators", type.enumerators);
}

template <class V>
void fields(V& v, typename V::template Visited<Owner>& owner) {
  v.required("name", owner.name);
  v.required("cpp_name", owner.cpp_name);
  v.optional("default_constructible", owner.is_default_constructible, true);
}

template <class V>
void fields(V& v, typename V::template Visited<Icon>& icon) {
  v.required("src", icon.src);
  v.optional("mime_type", icon.mime_type);
  v.optional("sizes", icon.sizes);
  v.optional("theme", icon.theme);
}

/// The members of all handlers, behind those of their kind.
template <class V>
void handler_fields(V& v, typename V::template Visited<Handler>& handler) {
  v.optional("scopes", handler.scopes);
  v.optional("timeout_ms", handler.timeout_ms);
  v.optional("executor", handler.executor);
  v.required("function", handler.cpp_name);
  v.required("pointer", handler.pointer);
  v.group("reopened", handler.reopened, [&](V& inner) {
    inner.required("namespaces", handler.reopened);
    inner.required("scope", handler.reopened_scope);
  });
  v.optional("owner", handler.owner);
  v.required("parameters", handler.parameters);
  v.optional("coroutine", handler.is_task);
  v.optional("asks", handler.asks);
  v.required("at", handler.at);
}

template <class V>
void fields(V& v, typename V::template Visited<Tool>& tool) {
  v.required("name", tool.name);
  v.optional("title", tool.title);
  v.optional("description", tool.description);
  v.optional("read_only", tool.read_only);
  v.optional("destructive", tool.destructive);
  v.optional("idempotent", tool.idempotent);
  v.optional("open_world", tool.open_world);
  v.optional("icons", tool.icons);
  v.optional("meta", tool.meta);
  v.optional("input_schema", tool.raw_input_schema);
  v.optional("output_schema", tool.raw_output_schema);
  v.optional("task", tool.task_support);
  v.optional("starts_task", tool.starts_task);
  for (const ToolFlag& flag : kToolFlags) v.optional(flag.name, tool.*flag.member);
  v.optional("result", tool.result);
  v.optional("result_description", tool.result_description);
  handler_fields(v, tool);
}

template <class V>
void fields(V& v, typename V::template Visited<Resource>& resource) {
  v.required("name", resource.name);
  v.required("uri", resource.uri);
  v.optional("template", resource.is_template);
  v.optional("title", resource.title);
  v.optional("description", resource.description);
  v.optional("mime_type", resource.mime_type);
  v.optional("size", resource.size);
  v.optional("audience", resource.audience);
  v.optional("priority", resource.priority);
  v.optional("last_modified", resource.last_modified);
  v.optional("icons", resource.icons);
  v.optional("meta", resource.meta);
  v.optional("cache_ttl_ms", resource.cache_ttl_ms);
  v.optional("cached_for_all", resource.is_cached_for_all);
  handler_fields(v, resource);
}

template <class V>
void fields(V& v, typename V::template Visited<ResourceList>& list) {
  v.required("name", list.name);
  handler_fields(v, list);
}

template <class V>
void fields(V& v, typename V::template Visited<Prompt>& prompt) {
  v.required("name", prompt.name);
  v.optional("title", prompt.title);
  v.optional("description", prompt.description);
  v.optional("icons", prompt.icons);
  v.optional("meta", prompt.meta);
  handler_fields(v, prompt);
}

template <class V>
void fields(V& v, typename V::template Visited<Completion>& completion) {
  v.required("name", completion.name);
  v.either("prompt", "resource", completion.is_of_prompt, completion.ref);
  v.required("argument", completion.argument);
  handler_fields(v, completion);
  v.required("ref_at", completion.ref_at);
  v.required("argument_at", completion.argument_at);
}

template <class V>
void fields(V& v, typename V::template Visited<Server>& server) {
  v.optional("name", server.name);
  v.optional("title", server.title);
  v.optional("version", server.version);
  v.optional("instructions", server.instructions);
  v.optional("website", server.website);
  v.optional("icons", server.icons);
  v.required("at", server.at);
}

template <class V>
void fields(V& v, typename V::template Visited<Asked>& asked) {
  v.required("name", asked.name);
  v.required("cpp_name", asked.cpp_name);
  v.required("type", asked.type);
  v.optional("form", asked.is_form);
  v.optional("stored", asked.is_stored);
}

template <class V>
void fields(V& v, typename V::template Visited<Model>& model) {
  v.required("unit", model.unit);
  v.optional("server", model.server);
  v.required("tools", model.tools);
  v.optional("resources", model.resources);
  v.optional("resource_lists", model.resource_lists);
  v.optional("prompts", model.prompts);
  v.optional("completions", model.completions);
  v.optional("asked", model.asked);
  v.optional("logs", model.logs);
  v.optional("main_at", model.main_at);
  v.optional("codec_headers", model.codec_headers);
  v.required("structs", model.structs);
  v.required("enums", model.enums);
}

}  // namespace model
}  // namespace mcpgen

namespace mcp {

[[nodiscard]] constexpr auto words_of(TaskSupport) {
  return std::to_array<std::pair<TaskSupport, std::string_view>>(
      {{TaskSupport::None, "none"}, {TaskSupport::Optional, "optional"}, {TaskSupport::Required, "required"}});
}

}  // namespace mcp
