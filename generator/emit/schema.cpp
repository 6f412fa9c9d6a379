#include "emit/schema.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "emit/mirrored.hpp"
#include "model/schema_keywords.hpp"
#include "model/type_bounds.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using model::Member;
using model::Model;
using model::Type;
using model::TypeKind;

namespace {

/// The decimal texts of the integers from 0 to `most` without leading zeros, as alternatives of a regular expression.
std::string pattern_up_to(const std::string& most) {
  const auto digits = [](char from, char to) {
    return from == to ? std::string(1, from) : '[' + std::string(1, from) + '-' + to + ']';
  };
  const auto any = [](std::size_t count) {
    if (count == 0) return std::string();
    return count == 1 ? std::string("[0-9]") : "[0-9]{" + std::to_string(count) + '}';
  };
  std::string pattern = "0";
  if (most.size() > 1) {
    pattern += most.size() == 2 ? "|[1-9]" : "|[1-9][0-9]{0," + std::to_string(most.size() - 2) + '}';
  }
  // As long as `most`, equal to it up to place i and smaller there.
  for (std::size_t i = 0; i < most.size(); ++i) {
    const char least = i == 0 ? '1' : '0';
    if (most[i] > least) {
      pattern += '|' + most.substr(0, i) + digits(least, static_cast<char>(most[i] - 1)) + any(most.size() - i - 1);
    }
  }
  return pattern + '|' + most;
}

/// The texts that the integer keys of a map have. The range of 64 bits is the decoder's alone: its pattern would fill a
/// page.
std::string key_pattern(const Type& key) {
  if (key.bits == 64) return key.is_signed ? "^(0|-?[1-9][0-9]*)$" : "^(0|[1-9][0-9]*)$";
  const TypeBounds bounds = bounds_of(key);
  std::string pattern = "^(" + pattern_up_to(bounds.maximum->dump());
  if (key.is_signed) pattern += "|-(" + pattern_up_to(bounds.minimum->dump().substr(1)).substr(2) + ')';
  return pattern + ")$";
}

/// What a schema is for.
enum class Side { Input, Output };

/// How a value that may be null says so.
enum class Nulls {
  InType,       // "type": ["integer", "null"]
  Alternative,  // "anyOf": […, {"type": "null"}]: for readers that take a "type" to be one text
};

/// Builds one schema. Structs and enums mentioned more than once stand in `$defs`, the others where they are used.
class SchemaBuilder {
 public:
  SchemaBuilder(const Model& model, Side side, Nulls nulls = Nulls::InType)
      : model_(model), side_(side), nulls_(nulls) {}

  /// Must be called for every root before the schema of any is taken.
  void count(const Type& type) {
    for (const Type& argument : type.arguments) count(argument);
    if (type.key.empty() || ++mentions_[type.key] > 1 || type.kind != TypeKind::Struct) return;
    for (const Member& member : model_.structs.at(type.key).members) count(member);
  }
  void count(const Member& member) {
    if (member.header.empty()) count(member.type);
  }

  Json member(const Member& member) {
    Json schema = member.header.empty() ? value(member.type) : header_value(member);
    if (!member.constraints.empty()) {
      // Beside the type that they are about.
      const bool is_alternative = member.type.kind == TypeKind::Optional && schema.contains("anyOf");
      constrain(is_alternative ? schema["anyOf"][0] : schema, member);
    }
    if (!member.title.empty()) schema["title"] = member.title;
    if (!member.description.empty()) schema["description"] = member.description;
    if (member.default_value) schema["default"] = *member.default_value;
    if (!member.examples.is_null()) schema["examples"] = member.examples;
    if (member.deprecated) schema["deprecated"] = true;
    if (!member.header.empty() && side_ == Side::Input) schema["x-mcp-header"] = member.header;
    return schema;
  }

  Json value(const Type& type) {
    switch (type.kind) {
      case TypeKind::Integer:
        return integer(type);
      case TypeKind::Floating:
        return type.bits == 32 ? Json{{"type", "number"}, {"format", "float"}} : Json{{"type", "number"}};
      case TypeKind::Literal:
        return {{"type", "string"}, {"const", type.schema}};
      case TypeKind::Custom:
        return custom(type);
      case TypeKind::Optional:
        return nullable(value(type.arguments.front()));
      case TypeKind::List:
        return {{"type", "array"}, {"items", value(type.arguments.front())}};
      case TypeKind::Set:
        return {{"type", "array"}, {"items", value(type.arguments.front())}, {"uniqueItems", true}};
      case TypeKind::Array:
        return {{"type", "array"},
                {"items", value(type.arguments.front())},
                {"minItems", type.extent},
                {"maxItems", type.extent}};
      case TypeKind::Map:
        return map(type);
      case TypeKind::Tuple:
        return tuple(type);
      case TypeKind::Variant:
        return variant(type);
      case TypeKind::Enum:
      case TypeKind::Struct:
        return declared(type);
      default:
        return Json::parse(type_row(type.kind).schema);
    }
  }

  /// A struct that is the root of the schema: never a reference.
  Json root(const Type& type) {
    if (type.kind == TypeKind::Custom) return type.schema;
    return type.kind == TypeKind::Struct ? object(type.key) : value(type);
  }

  /// Adds `$defs` when something is in it.
  void finish(Json& schema) {
    if (!definitions_.empty()) schema["$defs"] = std::move(definitions_);
  }

 private:
  Json map(const Type& type) {
    Json schema = {{"type", "object"}};
    const Type& key = type.arguments.front();
    if (key.kind == TypeKind::Enum) {
      Json names = enumeration(key.key);
      names.erase("type");  // every name of a member is a string
      schema["propertyNames"] = std::move(names);
    } else if (key.kind == TypeKind::Integer) {
      schema["propertyNames"] = {{"pattern", key_pattern(key)}};
    }
    schema["additionalProperties"] = value(type.arguments.back());
    return schema;
  }

  Json tuple(const Type& type) {
    Json elements = Json::array();
    for (const Type& element : type.arguments) elements.push_back(value(element));
    Json schema = {{"type", "array"}};
    if (!elements.empty()) schema["prefixItems"] = std::move(elements);
    schema["minItems"] = type.arguments.size();
    schema["maxItems"] = type.arguments.size();
    return schema;
  }

  Json variant(const Type& type) {
    Json alternatives = Json::array();
    for (const Type& alternative : type.arguments) alternatives.push_back(value(alternative));
    return {{type.is_tagged ? "oneOf" : "anyOf", std::move(alternatives)}};
  }

  /// Of a value that clients repeat as a header: in place, of one type, never null.
  Json header_value(const Member& member) {
    const Type& type = member.type.kind == TypeKind::Optional ? member.type.arguments.front() : member.type;
    return type.kind == TypeKind::Enum ? enumeration(type.key) : value(type);
  }

  static Json integer(const Type& type) {
    Json schema = {{"type", "integer"}};
    const TypeBounds bounds = bounds_of(type);
    if (type.bits == 64 && type.is_signed) {
      schema["format"] = "int64";
    } else {
      schema["minimum"] = *bounds.minimum;
      schema["maximum"] = *bounds.maximum;
    }
    return schema;
  }

  /// What a codec says. References in it are relative to a root: a text that has some stands in `$defs`, where its root
  /// has a name.
  Json custom(const Type& type) {
    if (!has_references(type.schema)) return type.schema;
    const std::string name = free_name(type.schema.dump(), type.name);
    if (!definitions_.contains(name)) {
      definitions_[name] = type.schema;
      move_references(definitions_[name], "#/$defs/" + name);
    }
    return {{"$ref", "#/$defs/" + name}};
  }

  static bool has_references(const Json& schema) {
    bool found = false;
    for_each_schema(schema, [&](const Json& part, const std::string&) { found = found || part.contains("$ref"); });
    return found;
  }

  static void move_references(Json& schema, const std::string& root) {
    for_each_schema(schema, [&](Json& part, const std::string&) {
      if (part.contains("$ref")) part["$ref"] = root + part["$ref"].get<std::string>().substr(1);
    });
  }

  /// The same values, and null.
  [[nodiscard]] Json nullable(Json schema) const {
    if (schema.empty()) return schema;  // anything: null too
    // What else a schema of the user's own says may forbid null, whatever its type.
    constexpr auto kChoosy =
        std::to_array<const char*>({"const", "oneOf", "anyOf", "allOf", "not", "if", "$ref", "$dynamicRef"});
    const bool is_plain = std::ranges::none_of(kChoosy, [&](const char* keyword) { return schema.contains(keyword); });
    if (nulls_ == Nulls::InType && is_plain && schema.contains("type") && schema["type"].is_string()) {
      schema["type"] = Json::array({schema["type"], "null"});
      if (schema.contains("enum")) schema["enum"].push_back(nullptr);
      return schema;
    }
    if (schema.size() == 1 && schema.contains("anyOf")) {
      schema["anyOf"].push_back({{"type", "null"}});
      return schema;
    }
    return {{"anyOf", Json::array({std::move(schema), Json{{"type", "null"}}})}};
  }

  /// Constraints overwrite what the type says: they are the tighter ones.
  static void constrain(Json& schema, const Member& member) {
    for (const auto& [keyword, limit] : member.constraints.items()) schema[keyword] = limit;
  }

  Json declared(const Type& type) {
    const bool is_struct = type.kind == TypeKind::Struct;
    if (mentions_[type.key] < 2) return is_struct ? object(type.key) : enumeration(type.key);
    const std::string name = definition_name(type.key, is_struct);
    if (!definitions_.contains(name)) {
      definitions_[name] = nullptr;  // holds the place: the content may mention itself
      Json content = is_struct ? object(type.key) : enumeration(type.key);
      definitions_[name] = std::move(content);
    }
    return {{"$ref", "#/$defs/" + name}};
  }

  std::string definition_name(const std::string& key, bool is_struct) {
    return free_name(key, is_struct ? model_.structs.at(key).name : model_.enums.at(key).name);
  }

  /// The readable name `wanted` for what `key` identifies, made unique within this schema.
  std::string free_name(const std::string& key, const std::string& wanted) {
    if (const auto known = names_.find(key); known != names_.end()) return known->second;
    std::string name = wanted;
    for (int suffix = 2; !taken_.insert(name).second; ++suffix) name = wanted + '_' + std::to_string(suffix);
    return names_[key] = name;
  }

  Json object(const std::string& key) {
    const model::Struct& type = model_.structs.at(key);
    Json schema = {{"type", "object"}};
    if (!type.description.empty()) schema["description"] = type.description;
    Json properties = Json::object();
    Json required = Json::array();
    for (const Member& each : type.members) {
      properties[each.name] = member(each);
      if (each.required) required.push_back(each.name);
    }
    schema["properties"] = std::move(properties);
    if (!required.empty()) schema["required"] = std::move(required);
    schema["additionalProperties"] = false;
    return schema;
  }

  Json enumeration(const std::string& key) {
    const model::Enum& type = model_.enums.at(key);
    Json schema = {{"type", "string"}};
    if (!type.description.empty()) schema["description"] = type.description;
    bool told = false;  // some value has a title or a description of its own
    for (const model::Enumerator& each : type.enumerators) told |= !each.title.empty() || !each.description.empty();
    Json values = Json::array();
    for (const model::Enumerator& each : type.enumerators) {
      if (!told) {
        values.push_back(each.name);
        continue;
      }
      Json value = {{"const", each.name}};
      if (!each.title.empty()) value["title"] = each.title;
      if (!each.description.empty()) value["description"] = each.description;
      values.push_back(std::move(value));
    }
    schema[told ? "oneOf" : "enum"] = std::move(values);
    return schema;
  }

  const Model& model_;
  Side side_;
  Nulls nulls_;
  std::map<std::string, int> mentions_;
  std::map<std::string, std::string> names_;
  std::set<std::string> taken_;
  Json definitions_ = Json::object();
};

bool is_object(const Type& type) {
  return type.kind == TypeKind::Struct || type.kind == TypeKind::Map || type.is_object;
}

/// Clients of older revisions take each property of a root to be an object, and lose the whole list where one is not:
/// so `true` and `false` as objects.
Json with_properties_as_objects(Json schema) {
  const auto properties = schema.find("properties");
  if (properties == schema.end()) return schema;
  for (Json& property : *properties) {
    if (property.is_boolean()) property = property.get<bool>() ? Json::object() : Json{{"not", Json::object()}};
  }
  return schema;
}

}  // namespace

Json input_schema(const model::Tool& tool, const Model& model) {
  if (!tool.raw_input_schema.is_null()) return with_properties_as_objects(tool.raw_input_schema);
  // One client's reader of headers takes "type" for a single text, and skips all headers of a tool where it is a list.
  const bool has_headers = !mirrored_arguments(tool, model).empty();
  SchemaBuilder builder(model, Side::Input, has_headers ? Nulls::Alternative : Nulls::InType);
  for (const model::Parameter& parameter : tool.parameters) {
    if (parameter.source == model::Source::Argument) builder.count(parameter);
  }
  Json properties = Json::object();
  Json required = Json::array();
  Json dependent = Json::object();
  std::string before;  // the argument that must be given for the next one to be
  for (const model::Parameter& parameter : tool.parameters) {
    if (parameter.source != model::Source::Argument) continue;
    properties[parameter.name] = builder.member(parameter);
    if (parameter.required) required.push_back(parameter.name);
    if (parameter.omitted_by_position && !before.empty()) dependent[parameter.name] = Json::array({before});
    before = parameter.omitted_by_position ? parameter.name : std::string();
  }
  Json schema = {{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  if (!dependent.empty()) schema["dependentRequired"] = std::move(dependent);
  schema["additionalProperties"] = false;
  builder.finish(schema);
  return schema;
}

Json output_schema(const model::Tool& tool, const Model& model) {
  if (!tool.raw_output_schema.is_null()) return with_properties_as_objects(tool.raw_output_schema);
  if (!tool.result || tool.result->kind == TypeKind::String || model::is_content(*tool.result)) return nullptr;
  SchemaBuilder builder(model, Side::Output);
  Json schema;
  if (is_object(*tool.result)) {
    // The root stands in full whatever mentions it; only mentions inside it count.
    builder.count(*tool.result);
    schema = builder.root(*tool.result);
    if (!tool.result_description.empty()) schema["description"] = tool.result_description;
  } else {
    builder.count(*tool.result);
    Json result = builder.value(*tool.result);
    if (!tool.result_description.empty()) result["description"] = tool.result_description;
    schema = {{"type", "object"},
              {"properties", {{"result", std::move(result)}}},
              {"required", Json::array({"result"})},
              {"additionalProperties", false},
              // JSON Schema ignores the keyword; FastMCP's clients hand on the value alone by it.
              {"x-fastmcp-wrap-result", true}};
  }
  builder.finish(schema);
  return with_properties_as_objects(std::move(schema));
}

}  // namespace mcpgen
