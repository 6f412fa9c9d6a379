#include "model/model_json.hpp"

#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace mcpgen {

using Json = nlohmann::ordered_json;
using namespace model;  // NOLINT(google-build-using-namespace): this file is the model's other face

namespace {

constexpr std::array<std::pair<TypeKind, std::string_view>, 25> kTypeKinds = {{
    {TypeKind::Null, "null"},
    {TypeKind::Boolean, "boolean"},
    {TypeKind::Integer, "integer"},
    {TypeKind::Floating, "floating"},
    {TypeKind::Character, "character"},
    {TypeKind::String, "string"},
    {TypeKind::Bytes, "bytes"},
    {TypeKind::Json, "json"},
    {TypeKind::Literal, "literal"},
    {TypeKind::Duration, "duration"},
    {TypeKind::Seconds, "seconds"},
    {TypeKind::DateTime, "date_time"},
    {TypeKind::Date, "date"},
    {TypeKind::Enum, "enum"},
    {TypeKind::Struct, "struct"},
    {TypeKind::Custom, "custom"},
    {TypeKind::Optional, "optional"},
    {TypeKind::List, "list"},
    {TypeKind::Set, "set"},
    {TypeKind::Array, "array"},
    {TypeKind::Map, "map"},
    {TypeKind::Tuple, "tuple"},
    {TypeKind::Variant, "variant"},
    {TypeKind::Content, "content"},
    {TypeKind::ToolResult, "tool_result"},
}};

constexpr std::array<std::pair<Source, std::string_view>, 3> kSources = {{
    {Source::Argument, "argument"},
    {Source::Context, "context"},
    {Source::StopToken, "stop_token"},
}};

template <class Table, class E>
std::string_view name_in(const Table& table, E value) {
  for (const auto& [known, name] : table) {
    if (known == value) return name;
  }
  throw std::logic_error("an enumerator without a name");
}

template <class Table>
auto value_in(const Table& table, std::string_view name) {
  for (const auto& [value, known] : table) {
    if (known == name) return value;
  }
  throw std::runtime_error("unknown word \"" + std::string(name) + '"');
}

void set(Json& object, const char* name, const std::string& text) {
  if (!text.empty()) object[name] = text;
}
void set(Json& object, const char* name, const std::optional<bool>& flag) {
  if (flag) object[name] = *flag;
}
void get(const Json& object, const char* name, std::string& text) { text = object.value(name, std::string()); }
void get(const Json& object, const char* name, std::optional<bool>& flag) {
  if (object.contains(name)) flag = object.at(name).get<bool>();
}

Json dump(const Location& at) {
  return {{"file", at.file}, {"line", at.line}, {"column", at.column}, {"length", at.length}};
}
Location load_location(const Json& json) {
  return {json.at("file"), json.at("line"), json.at("column"), json.at("length")};
}

Json dump(const Type& type) {
  Json json = {{"kind", name_in(kTypeKinds, type.kind)}};
  if (type.bits != 0) json["bits"] = type.bits;
  if (type.kind == TypeKind::Integer) json["signed"] = type.is_signed;
  if (type.kind == TypeKind::Array) json["extent"] = type.extent;
  set(json, "key", type.key);
  if (!type.schema.is_null()) json["schema"] = type.schema;
  if (type.is_object) json["object"] = true;
  if (type.is_tagged) json["tagged"] = true;
  for (const Type& argument : type.arguments) json["of"].push_back(dump(argument));
  return json;
}
Type load_type(const Json& json) {
  Type type;
  type.kind = value_in(kTypeKinds, json.at("kind").get<std::string>());
  type.bits = json.value("bits", 0U);
  type.is_signed = json.value("signed", false);
  type.extent = json.value("extent", std::uint64_t{0});
  get(json, "key", type.key);
  if (json.contains("schema")) type.schema = json.at("schema");
  type.is_object = json.value("object", false);
  type.is_tagged = json.value("tagged", false);
  if (json.contains("of")) {
    for (const Json& argument : json.at("of")) type.arguments.push_back(load_type(argument));
  }
  return type;
}

Json dump(const Member& member) {
  Json json = {{"name", member.name}};
  if (member.cpp_name != member.name) json["cpp_name"] = member.cpp_name;
  set(json, "title", member.title);
  set(json, "description", member.description);
  json["type"] = dump(member.type);
  json["required"] = member.required;
  if (member.default_value) json["default"] = *member.default_value;
  if (!member.constraints.empty()) json["constraints"] = member.constraints;
  set(json, "header", member.header);
  if (!member.examples.is_null()) json["examples"] = member.examples;
  if (member.deprecated) json["deprecated"] = true;
  return json;
}
void load(const Json& json, Member& member) {
  member.name = json.at("name");
  member.cpp_name = json.value("cpp_name", member.name);
  get(json, "title", member.title);
  get(json, "description", member.description);
  member.type = load_type(json.at("type"));
  member.required = json.at("required");
  if (json.contains("default")) member.default_value = json.at("default");
  if (json.contains("constraints")) member.constraints = json.at("constraints");
  get(json, "header", member.header);
  if (json.contains("examples")) member.examples = json.at("examples");
  member.deprecated = json.value("deprecated", false);
}

Json dump(const Parameter& parameter) {
  if (parameter.source != Source::Argument) return {{"source", name_in(kSources, parameter.source)}};
  Json json = dump(static_cast<const Member&>(parameter));
  set(json, "default_expression", parameter.default_expression);
  if (parameter.omitted_by_position) json["omitted_by_position"] = true;
  return json;
}
Parameter load_parameter(const Json& json) {
  Parameter parameter;
  if (json.contains("source")) {
    parameter.source = value_in(kSources, json.at("source").get<std::string>());
    return parameter;
  }
  load(json, parameter);
  get(json, "default_expression", parameter.default_expression);
  parameter.omitted_by_position = json.value("omitted_by_position", false);
  return parameter;
}

Json dump(const std::vector<Icon>& icons) {
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
std::vector<Icon> load_icons(const Json& json) {
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

Json dump(const Tool& tool) {
  Json json = {{"name", tool.name}};
  set(json, "title", tool.title);
  set(json, "description", tool.description);
  set(json, "read_only", tool.read_only);
  set(json, "destructive", tool.destructive);
  set(json, "idempotent", tool.idempotent);
  set(json, "open_world", tool.open_world);
  if (!tool.icons.empty()) json["icons"] = dump(tool.icons);
  if (!tool.meta.is_null()) json["meta"] = tool.meta;
  set(json, "scopes", tool.scopes);
  if (tool.timeout_ms != 0) json["timeout_ms"] = tool.timeout_ms;
  if (!tool.raw_input_schema.is_null()) json["input_schema"] = tool.raw_input_schema;
  if (!tool.raw_output_schema.is_null()) json["output_schema"] = tool.raw_output_schema;
  json["function"] = tool.cpp_name;
  json["pointer"] = tool.pointer;
  if (tool.owner) json["owner"] = {{"name", tool.owner->name}, {"cpp_name", tool.owner->cpp_name}};
  json["parameters"] = Json::array();
  for (const Parameter& parameter : tool.parameters) json["parameters"].push_back(dump(parameter));
  if (tool.result) json["result"] = dump(*tool.result);
  if (tool.is_task) json["task"] = true;
  set(json, "result_description", tool.result_description);
  json["at"] = dump(tool.at);
  return json;
}
Tool load_tool(const Json& json) {
  Tool tool;
  tool.name = json.at("name");
  get(json, "title", tool.title);
  get(json, "description", tool.description);
  get(json, "read_only", tool.read_only);
  get(json, "destructive", tool.destructive);
  get(json, "idempotent", tool.idempotent);
  get(json, "open_world", tool.open_world);
  tool.icons = load_icons(json);
  if (json.contains("meta")) tool.meta = json.at("meta");
  get(json, "scopes", tool.scopes);
  tool.timeout_ms = json.value("timeout_ms", 0U);
  if (json.contains("input_schema")) tool.raw_input_schema = json.at("input_schema");
  if (json.contains("output_schema")) tool.raw_output_schema = json.at("output_schema");
  tool.cpp_name = json.at("function");
  tool.pointer = json.at("pointer");
  if (json.contains("owner")) tool.owner = Owner{json.at("owner").at("name"), json.at("owner").at("cpp_name")};
  for (const Json& parameter : json.at("parameters")) tool.parameters.push_back(load_parameter(parameter));
  if (json.contains("result")) tool.result = load_type(json.at("result"));
  tool.is_task = json.value("task", false);
  get(json, "result_description", tool.result_description);
  tool.at = load_location(json.at("at"));
  return tool;
}

Json dump(const Server& server) {
  Json json = Json::object();
  set(json, "name", server.name);
  set(json, "title", server.title);
  set(json, "version", server.version);
  set(json, "instructions", server.instructions);
  set(json, "website", server.website);
  if (!server.icons.empty()) json["icons"] = dump(server.icons);
  json["at"] = dump(server.at);
  return json;
}
Server load_server(const Json& json) {
  Server server;
  get(json, "name", server.name);
  get(json, "title", server.title);
  get(json, "version", server.version);
  get(json, "instructions", server.instructions);
  get(json, "website", server.website);
  server.icons = load_icons(json);
  server.at = load_location(json.at("at"));
  return server;
}

Json dump(const Struct& type) {
  Json json = {{"name", type.name}, {"cpp_name", type.cpp_name}};
  set(json, "description", type.description);
  json["at"] = dump(type.at);
  json["counted"] = type.is_counted;
  set(json, "tag_name", type.tag_name);
  set(json, "tag_value", type.tag_value);
  json["members"] = Json::array();
  for (const Member& member : type.members) json["members"].push_back(dump(member));
  return json;
}
Struct load_struct(const Json& json) {
  Struct type;
  type.name = json.at("name");
  type.cpp_name = json.at("cpp_name");
  get(json, "description", type.description);
  type.at = load_location(json.at("at"));
  type.is_counted = json.at("counted");
  get(json, "tag_name", type.tag_name);
  get(json, "tag_value", type.tag_value);
  for (const Json& member : json.at("members")) load(member, type.members.emplace_back());
  return type;
}

Json dump(const Enum& type) {
  Json json = {{"name", type.name}, {"cpp_name", type.cpp_name}};
  set(json, "description", type.description);
  json["at"] = dump(type.at);
  json["enumerators"] = Json::array();
  for (const Enumerator& enumerator : type.enumerators) {
    Json entry = {{"name", enumerator.name}, {"value", enumerator.value}};
    set(entry, "title", enumerator.title);
    set(entry, "description", enumerator.description);
    json["enumerators"].push_back(std::move(entry));
  }
  return json;
}
Enum load_enum(const Json& json) {
  Enum type;
  type.name = json.at("name");
  type.cpp_name = json.at("cpp_name");
  get(json, "description", type.description);
  type.at = load_location(json.at("at"));
  for (const Json& entry : json.at("enumerators")) {
    Enumerator& enumerator = type.enumerators.emplace_back();
    enumerator.name = entry.at("name");
    enumerator.value = entry.at("value");
    get(entry, "title", enumerator.title);
    get(entry, "description", enumerator.description);
  }
  return type;
}

}  // namespace

nlohmann::ordered_json to_json(const Struct& type) { return dump(type); }
nlohmann::ordered_json to_json(const Enum& type) { return dump(type); }

std::string to_json_text(const Model& model) {
  Json json = {{"model", kModelVersion}, {"unit", model.unit}};
  if (model.server) json["server"] = dump(*model.server);
  json["tools"] = Json::array();
  for (const Tool& tool : model.tools) json["tools"].push_back(dump(tool));
  if (!model.codec_headers.empty()) json["codec_headers"] = model.codec_headers;
  json["structs"] = Json::object();
  for (const auto& [key, type] : model.structs) json["structs"][key] = dump(type);
  json["enums"] = Json::object();
  for (const auto& [key, type] : model.enums) json["enums"][key] = dump(type);
  return json.dump(2) + '\n';
}

Model model_from_json_text(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("model") != kModelVersion) throw std::runtime_error("it is of another version");
    Model model;
    model.unit = json.at("unit");
    if (json.contains("server")) model.server = load_server(json.at("server"));
    if (json.contains("codec_headers")) model.codec_headers = json.at("codec_headers");
    for (const Json& tool : json.at("tools")) model.tools.push_back(load_tool(tool));
    for (const auto& [key, type] : json.at("structs").items()) model.structs.emplace(key, load_struct(type));
    for (const auto& [key, type] : json.at("enums").items()) model.enums.emplace(key, load_enum(type));
    return model;
  } catch (const std::exception& error) {
    throw std::runtime_error(std::string("not a model of this mcpgen: ") + error.what());
  }
}

}  // namespace mcpgen
