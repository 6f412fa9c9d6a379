#include "model/type_validator.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "model/constraints.hpp"
#include "model/examples.hpp"
#include "model/headers.hpp"
#include "model/json_text.hpp"
#include "model/options.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using model::Type;
using model::TypeKind;

namespace {

/// Boost.PFR counts at most 100, and the count is a check that may be left out.
constexpr std::size_t kMostPfrMembers = 64;

std::optional<TypeKind> kind_of(declared::TypeKind kind) {
  using Declared = declared::TypeKind;
  switch (kind) {
    case Declared::Null:
      return TypeKind::Null;
    case Declared::Boolean:
      return TypeKind::Boolean;
    case Declared::Integer:
      return TypeKind::Integer;
    case Declared::Floating:
      return TypeKind::Floating;
    case Declared::Character:
      return TypeKind::Character;
    case Declared::String:
      return TypeKind::String;
    case Declared::Bytes:
      return TypeKind::Bytes;
    case Declared::Json:
      return TypeKind::Json;
    case Declared::Literal:
      return TypeKind::Literal;
    case Declared::Duration:
      return TypeKind::Duration;
    case Declared::Seconds:
      return TypeKind::Seconds;
    case Declared::DateTime:
      return TypeKind::DateTime;
    case Declared::Date:
      return TypeKind::Date;
    case Declared::Enum:
      return TypeKind::Enum;
    case Declared::Struct:
      return TypeKind::Struct;
    case Declared::Custom:
      return TypeKind::Custom;
    case Declared::Optional:
      return TypeKind::Optional;
    case Declared::List:
      return TypeKind::List;
    case Declared::Set:
      return TypeKind::Set;
    case Declared::Array:
      return TypeKind::Array;
    case Declared::Map:
      return TypeKind::Map;
    case Declared::Tuple:
      return TypeKind::Tuple;
    case Declared::Variant:
      return TypeKind::Variant;
    case Declared::Content:
      return TypeKind::Content;
    case Declared::ToolResult:
      return TypeKind::ToolResult;
    case Declared::Void:
    case Declared::Result:  // unwrapped before
    case Declared::Unsupported:
      return std::nullopt;
  }
  return std::nullopt;
}

/// Are two values equal in C++ exactly when their JSON is? Else a set would take for one what JSON Schema tells apart.
bool is_equal_as_json(const Type& type, const model::Model& model) {
  switch (type.kind) {
    case TypeKind::Boolean:
    case TypeKind::Integer:
    case TypeKind::Floating:
    case TypeKind::Character:
    case TypeKind::String:
    case TypeKind::Bytes:
    case TypeKind::Literal:
    case TypeKind::Date:
      return true;
    case TypeKind::Enum: {
      std::set<std::string> values;
      const auto found = model.enums.find(type.key);
      if (found == model.enums.end()) return true;  // it was refused
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
      return false;
  }
}

bool is_array_of_classes(const Type& type) {
  if (type.kind != TypeKind::Array) return false;
  const Type& element = type.arguments.front();
  switch (element.kind) {
    case TypeKind::Boolean:
    case TypeKind::Integer:
    case TypeKind::Floating:
    case TypeKind::Enum:
      return false;
    case TypeKind::Array:
      return is_array_of_classes(element);
    default:
      return true;
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

std::string named(const TypeValidator::Place& place) {
  if (place.path.empty()) return place.subject + " of tool `" + place.tool + '`';
  return '`' + place.path + "` of tool `" + place.tool + '`';
}

}  // namespace

void TypeValidator::refuse(const Place& place, const std::string& spelling, const std::string& reason) {
  std::string message = named(place) + " must have a type that JSON can carry, not `" + in_one_line(spelling) + '`';
  if (!reason.empty()) message += ": " + reason;
  sink_.error("unsupported-type", place.at, std::move(message));
}

std::optional<Type> TypeValidator::convert(const declared::Type& type, const Place& place) {
  const std::optional<TypeKind> kind = kind_of(type.kind);
  if (!kind) {
    refuse(place, type.spelling, type.reason);
    return std::nullopt;
  }
  Type converted;
  converted.kind = *kind;
  converted.bits = type.bits;
  converted.is_signed = type.is_signed;
  converted.extent = type.extent;
  converted.key = type.key;
  if (type.kind == declared::TypeKind::Literal) converted.schema = type.text;
  if (type.kind == declared::TypeKind::Custom && !read_codec_schema(type, converted)) return std::nullopt;
  for (std::size_t i = 0; i < type.arguments.size(); ++i) {
    std::optional<Type> element = convert(type.arguments[i], place_of_part(place, *kind, i));
    if (!element) return std::nullopt;
    if (*kind == TypeKind::Optional && model::accepts_null(*element) && element->kind != TypeKind::Json) {
      refuse(place, type.spelling, "null could mean either level; use one optional");
      return std::nullopt;
    }
    converted.arguments.push_back(*std::move(element));
  }
  if (*kind == TypeKind::Struct && !add_struct(type.key, place)) return std::nullopt;
  if (*kind == TypeKind::Enum && !add_enum(type.key)) return std::nullopt;
  if (!check_whole(type, converted, place)) return std::nullopt;
  return converted;
}

TypeValidator::Place TypeValidator::place_of_part(const Place& place, TypeKind kind, std::size_t index) {
  Place part = place;
  // An optional or a variant is no level of the JSON: the path is that of the value.
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
  try {
    to.schema = Json::parse(type.text);
  } catch (const Json::exception&) {
    to.schema = nullptr;
  }
  if (to.schema.is_object()) return true;
  sink_.error("bad-codec", type.codec_at,
              "the schema of mcp::codec of `" + type.spelling + "` must be a JSON object, not `" + type.text + '`');
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
      if (key.kind == TypeKind::String || key.kind == TypeKind::Enum || key.kind == TypeKind::Integer) return true;
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
                  "`" + declarations_.structs.at(alternative.key).name + "` must say something else in `" + name +
                      "` than `" + declarations_.structs.at(converted.arguments[first->second].key).name +
                      "` does: they are alternatives of " + named(place),
                  {{declarations_.structs.at(converted.arguments[first->second].key).at, "the other one is here"}});
      return false;
    }
  }
  converted.is_tagged = true;
  return true;
}

std::pair<std::string, std::string> TypeValidator::tag_of(const declared::Struct& type) {
  for (const declared::Member& member : type.members) {
    if (member.type.kind != declared::TypeKind::Literal) continue;
    return {text_option(member.annotation, "name", member.name), member.type.text};
  }
  return {};
}

bool TypeValidator::add_struct(const std::string& key, const Place& place) {
  if (const auto known = visited_.find(key); known != visited_.end()) return known->second;
  visited_[key] = true;  // a recursive mention is as good as the whole
  const declared::Struct& from = declarations_.structs.at(key);
  if (!from.is_default_constructible) {
    refuse(place, from.name, "it must be default-constructible, since members are decoded into it");
    return visited_[key] = false;
  }

  model::Struct to;
  to.name = from.name;
  to.cpp_name = from.cpp_name;
  to.description = from.description;
  to.at = from.at;
  std::tie(to.tag_name, to.tag_value) = tag_of(from);
  to.counted_by_pfr = from.is_aggregate && !from.has_bases && from.members.size() <= kMostPfrMembers;
  bool good = true;
  std::map<std::string, Location> names;
  for (const declared::Member& member : from.members) {
    if (!add_member(from, member, to, place)) {
      good = false;
      continue;
    }
    const std::string& name = to.members.back().name;
    if (const auto [first, added] = names.emplace(name, member.at); !added) {
      sink_.error("duplicate-member", member.at,
                  "member `" + name + "` of `" + from.name + "` must have a name of its own",
                  {{first->second, "the other one is here"}});
      good = false;
    }
    // C arrays count as many members as they have elements, and g++ 12 stumbles over its own noexcept analysis when
    // Boost.PFR counts around an array of a class type.
    to.counted_by_pfr =
        to.counted_by_pfr && !member.type.spelling.ends_with(']') && !is_array_of_classes(to.members.back().type);
  }
  warn_of_case(to.members, from.name, names);
  model_.structs.emplace(key, std::move(to));
  return visited_[key] = good;
}

void TypeValidator::warn_of_case(const std::vector<model::Member>& members, const std::string& owner,
                                 const std::map<std::string, Location>& places) {
  std::map<std::string, std::string> folded;
  for (const model::Member& member : members) {
    const auto [first, added] = folded.emplace(lower_case(member.name), member.name);
    if (added || first->second == member.name) continue;
    sink_.warning("names-differ-in-case", places.at(member.name),
                  "member `" + member.name + "` of `" + owner + "` must differ from `" + first->second +
                      "` in more than the case of letters: models mix them up",
                  {{places.at(first->second), "the other one is here"}});
  }
}

bool TypeValidator::add_member(const declared::Struct& owner, const declared::Member& member, model::Struct& to,
                               const Place& place) {
  Place here = place;
  here.path = (place.path.empty() ? owner.name : place.path) + '.' + member.name;
  here.at = member.at;
  if (member.is_bit_field) {
    sink_.error("bit-field-member", member.at, named(here) + " must not be a bit-field: nothing can point to it");
    return false;
  }
  if (member.is_const) {
    sink_.error("const-member", member.at, named(here) + " must not be const: it is decoded into");
    return false;
  }
  if (member.is_packed) {
    sink_.error("packed-member", member.at,
                named(here) +
                    " must lie where its type may lie, so the struct must not be packed: generated code "
                    "points at members");
    return false;
  }
  if (member.hidden_by) {
    sink_.error("hidden-member", member.at,
                named(here) + " must have a name of its own among the members of `" + owner.name +
                    "` and its bases: generated code could not name it",
                {{*member.hidden_by, "the other one is here"}});
    return false;
  }
  if (member.default_value && member.default_value->reads_member) {
    sink_.error("default-reads-member", member.default_value->at,
                "the default of " + named(here) + " must not read another member: what was sent would not reach it");
    return false;
  }
  std::optional<Type> type = convert(member.type, here);
  if (!type) return false;

  model::Member result;
  result.type = *std::move(type);
  result.description = member.description;
  if (!read_member_options(member, named(here), result)) return false;
  to.members.push_back(std::move(result));
  return true;
}

bool TypeValidator::read_member_options(const declared::Member& member, const std::string& what, model::Member& to) {
  to.cpp_name = member.name;
  to.name = text_option(member.annotation, "name", member.name);
  if (to.name.empty() && !member.name.empty()) {
    sink_.error("bad-member-name", find_option(member.annotation, "name")->at,
                "the name of " + what + " must not be empty");
    return false;
  }
  to.title = text_option(member.annotation, "title");
  to.description = text_option(member.annotation, "description", to.description);
  to.deprecated = member.annotation && flag_option(*member.annotation, "deprecated").value_or(false);
  read_header(member.annotation, what, to, sink_);
  to.constraints = read_constraints(member.annotation, to.type, what, sink_);
  bound_header(to);
  // The tag of a variant's alternative is there to be sent.
  to.required = (!member.default_value && to.type.kind != TypeKind::Optional) || to.type.kind == TypeKind::Literal;
  if (member.default_value && member.default_value->is_constant && to.type.kind != TypeKind::Literal) {
    Json value = wire_value(to.type, member.default_value->value);
    check_default(value, to.constraints, member.default_value->at, what, sink_);
    // A header is one value: null is none, and its schema does not know it.
    if (to.header.empty() || !value.is_null()) to.default_value = std::move(value);
  }
  read_examples(member.annotation, what, to);
  return true;
}

void TypeValidator::read_examples(const std::optional<declared::Annotation>& annotation, const std::string& what,
                                  model::Member& to) {
  const declared::Option* option = find_option(annotation, "examples");
  if (option == nullptr) return;
  Json examples = parse_json_option(*option, what, sink_);
  if (examples.is_discarded()) return;
  if (!examples.is_array() || examples.empty()) {
    sink_.error("bad-json", option->at,
                "`.examples` of " + what + " must be a JSON array of at least one value, as in R\"([\"a\", \"b\"])\"");
    return;
  }
  for (const Json& example : examples) {
    const bool is_no_header = !to.header.empty() && example.is_null();
    const std::string problem = is_no_header ? "a header is never null" : why_not(example, to.type, model_);
    if (!problem.empty()) {
      sink_.error("bad-example", option->at,
                  "the example " + example.dump() + " of " + what + " must be a value that it takes: " + problem);
      return;
    }
    if (std::string keyword = violated(example, to.constraints); !keyword.empty()) {
      sink_.error("bad-example", option->at,
                  "the example " + example.dump() + " of " + what + " must satisfy `" + keyword +
                      "`: " + to.constraints.at(keyword).dump());
      return;
    }
  }
  to.examples = std::move(examples);
}

bool TypeValidator::add_enum(const std::string& key) {
  if (const auto known = visited_.find(key); known != visited_.end()) return known->second;
  const declared::Enum& from = declarations_.enums.at(key);
  model::Enum to{from.name, from.cpp_name, from.description, from.at, {}};
  bool good = true;
  if (from.enumerators.empty()) {
    sink_.error("empty-enum", from.at,
                "enum `" + from.name + "` must have at least one enumerator: no value could be sent");
    good = false;
  }
  std::map<std::string, Location> names;
  std::map<std::string, const declared::Enumerator*> values;
  for (const declared::Enumerator& enumerator : from.enumerators) {
    model::Enumerator result;
    result.name = text_option(enumerator.annotation, "name", enumerator.name);
    result.title = text_option(enumerator.annotation, "title");
    result.description = text_option(enumerator.annotation, "description", enumerator.description);
    result.value = enumerator.value;
    wire_names_[key][enumerator.name] = result.name;
    if (const auto [first, added] = names.emplace(result.name, enumerator.at); !added) {
      sink_.error("duplicate-enumerator", enumerator.at,
                  "enumerator `" + result.name + "` of `" + from.name + "` must have a name of its own",
                  {{first->second, "the other one is here"}});
      good = false;
    }
    if (const auto [first, added] = values.emplace(enumerator.value, &enumerator); !added) {
      sink_.warning("enum-alias", enumerator.at,
                    "enumerator `" + enumerator.name + "` has the value of `" + first->second->name +
                        "`: both are accepted, results are written as `" + wire_names_[key][first->second->name] + '`',
                    {{first->second->at, "the other one is here"}});
    }
    to.enumerators.push_back(std::move(result));
  }
  model_.enums.emplace(key, std::move(to));
  return visited_[key] = good;
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
