#include "validate/type_validator.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include <mcp/spec/json_pointer.hpp>
#include <mcp/spec/text.hpp>

#include "model/schema_keywords.hpp"
#include "validate/raw_schema.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using model::Type;
using model::TypeKind;

namespace {

/// Whether two values are equal in C++ exactly if their JSON is equal. Otherwise a set would merge elements that JSON
/// Schema distinguishes.
bool is_equal_as_json(const Type& type, const model::Model& model) {
  switch (type.kind) {
    case TypeKind::Enum: {
      std::set<std::string> values;
      const auto found = model.enums.find(type.key);
      if (found == model.enums.end()) return true;  // the enum was refused
      for (const model::Enumerator& each : found->second.enumerators) {
        if (!values.insert(each.value).second) return false;
      }
      return true;
    }
    case TypeKind::Optional:
    case TypeKind::List:
    case TypeKind::Array:
    case TypeKind::Tuple:
      for (const Type& argument : type.arguments) {
        if (!is_equal_as_json(argument, model)) return false;
      }
      return true;
    default:
      return type_row(type.kind).is_equal_as_json;
  }
}

/// In one line: Clang prints the body of a lambda in several.
std::string in_one_line(const std::string& spelling) {
  std::string line;
  for (const char c : spelling) {
    const bool is_space = c == ' ' || c == '\n';
    if (!is_space || (!line.empty() && line.back() != ' ')) line += is_space ? ' ' : c;
  }
  return line;
}

/// The last name of a type, without template arguments: "Money" of "const shop::Money<int>".
std::string name_for_definitions(const std::string& spelling) {
  std::string name = spelling.substr(0, spelling.find('<'));
  const auto is_part = [](char c) { return mcp::spec::is_alphanumeric(c) || c == '_'; };
  while (!name.empty() && !is_part(name.back())) name.pop_back();
  const auto begin = std::find_if_not(name.rbegin(), name.rend(), is_part).base();
  name.erase(name.begin(), begin);
  return name.empty() ? "Value" : name;
}

/// Keywords that a codec's schema must not have, because its text becomes part of other schemas.
std::vector<std::string> codec_problems(const Json& schema) {
  std::vector<std::string> problems;
  for_each_schema(schema, [&](const Json& part, const std::string& at) {
    const auto refuse = [&](const char* keyword, std::string_view why) {
      if (part.contains(keyword))
        problems.push_back(mcp::spec::below(at, keyword) + ": must not be here: " + std::string(why));
    };
    refuse("$schema", "the dialect is that of the tool's schema");
    refuse("$id", "it would change what the references of the tool's schema mean");
    for (const char* keyword : {"$anchor", "$dynamicAnchor", "$dynamicRef"}) {
      refuse(keyword, "the text may stand in a schema more than once; refer with a JSON pointer, as in #/$defs/name");
    }
    if (part.contains("$ref") && part["$ref"] != "#" && !part["$ref"].get_ref<const std::string&>().starts_with("#/")) {
      problems.push_back(mcp::spec::below(at, "$ref") + ": must be a JSON pointer, as in #/$defs/name");
    }
    refuse("x-mcp-header", "headers are asked for by `.header` of a parameter or member");
  });
  return problems;
}

}  // namespace

std::string TypeValidator::named(const Place& place) {
  if (place.path.empty()) return place.subject + " of " + place.handler;
  constexpr std::size_t kLongest = 120;
  std::string path = place.path;
  if (path.size() > kLongest) path = path.substr(0, kLongest / 2) + "…" + path.substr(path.size() - kLongest / 2);
  return '`' + path + "` of " + place.handler;
}

void TypeValidator::refuse(const Place& place, const std::string& spelling, const std::string& reason) {
  std::string message = named(place) + " must have a type that JSON can carry, not `" + in_one_line(spelling) + '`';
  if (!reason.empty()) message += ": " + reason;
  sink_.error("unsupported-type", place.at, std::move(message));
}

std::optional<Type> TypeValidator::convert(const declared::Type& type, const Place& place) {
  if (find_type(type.kind) == nullptr) {
    refuse(place, type.spelling, type.reason);
    return std::nullopt;
  }
  Type converted;
  converted.kind = type.kind;
  converted.bits = type.bits;
  converted.is_signed = type.is_signed;
  converted.extent = type.extent;
  converted.key = type.key;
  if (type.kind == TypeKind::Literal) converted.schema = type.text;
  if (type.kind == TypeKind::Content) converted.name = type.text;
  if (type.kind == TypeKind::Custom && !read_codec_schema(type, converted)) return std::nullopt;
  for (std::size_t i = 0; i < type.arguments.size(); ++i) {
    std::optional<Type> element = convert(type.arguments[i], place_of_part(place, type.kind, i));
    if (!element) return std::nullopt;
    if (type.kind == TypeKind::Optional && model::accepts_null(*element) && element->kind != TypeKind::Json) {
      refuse(place, type.spelling, "null could mean either level; use one optional");
      return std::nullopt;
    }
    converted.arguments.push_back(*std::move(element));
  }
  if (type.kind == TypeKind::Struct && !add_struct(type.key, place)) return std::nullopt;
  if (type.kind == TypeKind::Enum && !add_enum(type.key)) return std::nullopt;
  if (!check_whole(type, converted, place)) return std::nullopt;
  return converted;
}

TypeValidator::Place TypeValidator::place_of_part(const Place& place, TypeKind kind, std::size_t index) {
  Place part = place;
  // An optional or a variant adds no level to the JSON, so the path stays the same.
  if (kind == TypeKind::Optional || kind == TypeKind::Variant) return part;
  if (part.path.empty() && place.subject != "the result") {
    part.path = place.subject.substr(place.subject.find('`') + 1);
    part.path.pop_back();
  } else if (part.path.empty()) {
    part.path = "result";
  }
  part.path += kind == TypeKind::Tuple ? '[' + std::to_string(index) + ']' : "[]";
  return part;
}

bool TypeValidator::read_codec_schema(const declared::Type& type, Type& to) {
  RawSchema checked = check_schema(type.text, SchemaRoot::Any);
  to.is_object = type.is_object;
  to.name = name_for_definitions(type.spelling);
  const std::string what = "the schema of mcp::codec of `" + in_one_line(type.spelling) + '`';
  if (!checked.schema.is_object()) {
    sink_.error("bad-codec", type.codec_at, what + " must be a JSON object, not `" + type.text + '`');
    return false;
  }
  if (to.is_object && checked.schema.value("type", Json()) != "object") {
    sink_.error("bad-codec", type.codec_at,
                what + " must say \"type\": \"object\", since kObjectRoot says that it writes objects");
    return false;
  }
  if (checked.problems.empty()) checked.problems = codec_problems(checked.schema);
  to.schema = std::move(checked.schema);
  if (checked.problems.empty()) return true;
  std::vector<Note> notes;
  for (const std::string& problem : checked.problems) notes.push_back(unplaced_note(problem));
  sink_.error("bad-codec", type.codec_at,
              what +
                  " must be a JSON Schema of draft 2020-12, all in one text, that may stand anywhere in the schema "
                  "of a tool",
              std::move(notes));
  return false;
}

bool TypeValidator::check_whole(const declared::Type& type, Type& converted, const Place& place) {
  const bool holds_content = std::ranges::any_of(converted.arguments, model::is_content);
  if (holds_content && !model::is_content(converted) && converted.kind != TypeKind::Variant) {
    refuse(place, type.spelling, "content goes out as a result of its own, or in a vector or a variant of such");
    return false;
  }
  switch (converted.kind) {
    case TypeKind::Content:
    case TypeKind::ToolResult:
      if (place.subject == "the result" && place.path.find('.') == std::string::npos) return true;
      refuse(place, type.spelling, "content goes out as a result of its own, or in a vector or a variant of such");
      return false;
    case TypeKind::Set:
      if (is_equal_as_json(converted.arguments.front(), model_)) return true;
      refuse(place, type.spelling,
             "a set could hold for equal what JSON tells apart, or the other way round; use std::vector");
      return false;
    case TypeKind::Map: {
      const Type& key = converted.arguments.front();
      if (key.kind == TypeKind::Enum && !is_equal_as_json(key, model_)) {
        refuse(place, type.spelling,
               "two of the enum's names mean one key, and JSON could have both; use a std::string");
        return false;
      }
      if (type_row(key.kind).can_be_key) return true;
      refuse(place, type.spelling, "the key of a map must be a std::string, an enum or an integer");
      return false;
    }
    case TypeKind::Variant:
      return check_variant(type, converted, place);
    default:
      return true;
  }
}

bool TypeValidator::check_variant(const declared::Type& type, Type& converted, const Place& place) {
  const bool some_content = std::ranges::any_of(converted.arguments, model::is_content);
  if (some_content && !model::is_content(converted)) {
    refuse(place, type.spelling, "content blocks and other values cannot share a variant");
    return false;
  }
  if (converted.arguments.empty()) {
    refuse(place, type.spelling, "it has no alternatives, so no value");
    return false;
  }
  std::map<std::string, std::size_t> tags;
  std::string name;
  for (std::size_t i = 0; i < converted.arguments.size(); ++i) {
    const Type& alternative = converted.arguments[i];
    // An alternative that is being read just now, for it holds this variant, has no tag yet: its declaration has.
    if (alternative.kind != TypeKind::Struct) return true;
    const auto [tag_name, tag_value] = tag_of(declarations_.structs.at(alternative.key));
    if (tag_name.empty() || (i != 0 && tag_name != name)) return true;
    name = tag_name;
    if (const auto [first, added] = tags.emplace(tag_value, i); !added) {
      sink_.error("duplicate-discriminator", declarations_.structs.at(alternative.key).at,
                  "`" + declarations_.structs.at(alternative.key).name + "` must have another value of `" + name +
                      "` than `" + declarations_.structs.at(converted.arguments[first->second].key).name +
                      "` does: both are alternatives of " + named(place),
                  {{declarations_.structs.at(converted.arguments[first->second].key).at, "the other one is here"}});
      return false;
    }
  }
  converted.is_tagged = true;
  return true;
}

Json TypeValidator::wire_value(const Type& type, const Json& value) const {
  if (value.is_null()) return value;
  switch (type.kind) {
    case TypeKind::Enum: {
      const auto& names = wire_names_.at(type.key);
      const auto name = names.find(value.get<std::string>());
      return name != names.end() ? Json(name->second) : value;
    }
    case TypeKind::Optional:
      return wire_value(type.arguments.front(), value);
    case TypeKind::List:
    case TypeKind::Set:
    case TypeKind::Array: {
      Json elements = Json::array();
      for (const Json& element : value) elements.push_back(wire_value(type.arguments.front(), element));
      return elements;
    }
    case TypeKind::Tuple: {
      Json elements = Json::array();
      for (std::size_t i = 0; i < value.size(); ++i) elements.push_back(wire_value(type.arguments[i], value[i]));
      return elements;
    }
    case TypeKind::Map: {
      Json members = Json::object();
      for (const auto& [name, member] : value.items()) {
        const Json key = wire_value(type.arguments[0], name);
        members[key.is_string() ? key.get<std::string>() : name] = wire_value(type.arguments[1], member);
      }
      return members;
    }
    case TypeKind::Struct: {
      // The value has the members' C++ names.
      const auto known = model_.structs.find(type.key);
      if (known == model_.structs.end()) return value;
      Json members = Json::object();
      for (const model::Member& member : known->second.members) {
        if (value.contains(member.cpp_name)) members[member.name] = wire_value(member.type, value[member.cpp_name]);
      }
      return members;
    }
    default:
      return value;
  }
}

}  // namespace mcpgen
