#include "model/type_json.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "model/json_words.hpp"

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

}  // namespace

Json to_json(const Location& at) {
  return {{"file", at.file}, {"line", at.line}, {"column", at.column}, {"length", at.length}};
}
Location location_from_json(const Json& json) {
  return {json.at("file"), json.at("line"), json.at("column"), json.at("length")};
}

Json to_json(const Type& type) {
  Json json = {{"kind", name_in(kTypeKinds, type.kind)}};
  if (type.bits != 0) json["bits"] = type.bits;
  if (type.kind == TypeKind::Integer) json["signed"] = type.is_signed;
  if (type.kind == TypeKind::Array) json["extent"] = type.extent;
  set(json, "key", type.key);
  if (!type.schema.is_null()) json["schema"] = type.schema;
  set(json, "name", type.name);
  if (type.is_object) json["object"] = true;
  if (type.is_tagged) json["tagged"] = true;
  for (const Type& argument : type.arguments) json["of"].push_back(to_json(argument));
  return json;
}
Type type_from_json(const Json& json) {
  Type type;
  type.kind = value_in(kTypeKinds, json.at("kind").get<std::string>());
  type.bits = json.value("bits", 0U);
  type.is_signed = json.value("signed", false);
  type.extent = json.value("extent", std::uint64_t{0});
  get(json, "key", type.key);
  if (json.contains("schema")) type.schema = json.at("schema");
  get(json, "name", type.name);
  type.is_object = json.value("object", false);
  type.is_tagged = json.value("tagged", false);
  if (json.contains("of")) {
    for (const Json& argument : json.at("of")) type.arguments.push_back(type_from_json(argument));
  }
  return type;
}

Json to_json(const Member& member) {
  Json json = {{"name", member.name}};
  if (member.cpp_name != member.name) json["cpp_name"] = member.cpp_name;
  set(json, "title", member.title);
  set(json, "description", member.description);
  json["type"] = to_json(member.type);
  json["required"] = member.required;
  if (member.default_value) json["default"] = *member.default_value;
  if (!member.constraints.empty()) json["constraints"] = member.constraints;
  set(json, "header", member.header);
  if (!member.examples.is_null()) json["examples"] = member.examples;
  if (member.deprecated) json["deprecated"] = true;
  if (member.legacy_titles) json["legacy_titles"] = true;
  if (member.starts_from_type_default) json["begins_afresh"] = true;
  return json;
}
void read_member(const Json& json, Member& member) {
  member.name = json.at("name");
  member.cpp_name = json.value("cpp_name", member.name);
  get(json, "title", member.title);
  get(json, "description", member.description);
  member.type = type_from_json(json.at("type"));
  member.required = json.at("required");
  if (json.contains("default")) member.default_value = json.at("default");
  if (json.contains("constraints")) member.constraints = json.at("constraints");
  get(json, "header", member.header);
  if (json.contains("examples")) member.examples = json.at("examples");
  member.deprecated = json.value("deprecated", false);
  member.legacy_titles = json.value("legacy_titles", false);
  member.starts_from_type_default = json.value("begins_afresh", false);
}

Json to_json(const Struct& type) {
  Json json = {{"name", type.name}, {"cpp_name", type.cpp_name}};
  set(json, "description", type.description);
  json["at"] = to_json(type.at);
  json["counted"] = type.is_counted;
  set(json, "tag_name", type.tag_name);
  set(json, "tag_value", type.tag_value);
  json["members"] = Json::array();
  for (const Member& member : type.members) json["members"].push_back(to_json(member));
  return json;
}
Struct struct_from_json(const Json& json) {
  Struct type;
  type.name = json.at("name");
  type.cpp_name = json.at("cpp_name");
  get(json, "description", type.description);
  type.at = location_from_json(json.at("at"));
  type.is_counted = json.at("counted");
  get(json, "tag_name", type.tag_name);
  get(json, "tag_value", type.tag_value);
  for (const Json& member : json.at("members")) read_member(member, type.members.emplace_back());
  return type;
}

Json to_json(const Enum& type) {
  Json json = {{"name", type.name}, {"cpp_name", type.cpp_name}};
  set(json, "description", type.description);
  json["at"] = to_json(type.at);
  json["enumerators"] = Json::array();
  for (const Enumerator& enumerator : type.enumerators) {
    Json entry = {{"name", enumerator.name}, {"value", enumerator.value}};
    set(entry, "title", enumerator.title);
    set(entry, "description", enumerator.description);
    json["enumerators"].push_back(std::move(entry));
  }
  return json;
}
Enum enum_from_json(const Json& json) {
  Enum type;
  type.name = json.at("name");
  type.cpp_name = json.at("cpp_name");
  get(json, "description", type.description);
  type.at = location_from_json(json.at("at"));
  for (const Json& entry : json.at("enumerators")) {
    Enumerator& enumerator = type.enumerators.emplace_back();
    enumerator.name = entry.at("name");
    enumerator.value = entry.at("value");
    get(entry, "title", enumerator.title);
    get(entry, "description", enumerator.description);
  }
  return type;
}

}  // namespace mcpgen
