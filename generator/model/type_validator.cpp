#include "model/type_validator.hpp"

#include <set>
#include <utility>

#include "model/constraints.hpp"
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
    case Declared::Boolean:
      return TypeKind::Boolean;
    case Declared::Integer:
      return TypeKind::Integer;
    case Declared::Floating:
      return TypeKind::Floating;
    case Declared::String:
      return TypeKind::String;
    case Declared::Json:
      return TypeKind::Json;
    case Declared::Enum:
      return TypeKind::Enum;
    case Declared::Struct:
      return TypeKind::Struct;
    case Declared::Optional:
      return TypeKind::Optional;
    case Declared::List:
      return TypeKind::List;
    case Declared::Array:
      return TypeKind::Array;
    case Declared::Map:
      return TypeKind::Map;
    case Declared::Void:
    case Declared::Unsupported:
      return std::nullopt;
  }
  return std::nullopt;
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

std::string named(const TypeValidator::Place& place) {
  if (place.path.empty()) return place.subject + " of tool `" + place.tool + '`';
  return '`' + place.path + "` of tool `" + place.tool + '`';
}

}  // namespace

void TypeValidator::refuse(const Place& place, const std::string& spelling, const std::string& reason) {
  std::string message = named(place) + " must have a type that JSON can carry, not `" + spelling + '`';
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
  for (const declared::Type& argument : type.arguments) {
    Place inner = place;
    // An optional is no level of the JSON: its path is that of its value.
    if (*kind != TypeKind::Optional) {
      if (inner.path.empty() && place.subject != "the result") {
        inner.path = place.subject.substr(place.subject.find('`') + 1);
        inner.path.pop_back();
      } else if (inner.path.empty()) {
        inner.path = "result";
      }
      inner.path += "[]";
    }
    std::optional<Type> element = convert(argument, inner);
    if (!element) return std::nullopt;
    if (*kind == TypeKind::Optional && element->kind == TypeKind::Optional) {
      refuse(place, type.spelling, "null could mean either level; use one optional");
      return std::nullopt;
    }
    converted.arguments.push_back(*std::move(element));
  }
  if (*kind == TypeKind::Struct && !add_struct(type.key, place)) return std::nullopt;
  if (*kind == TypeKind::Enum && !add_enum(type.key)) return std::nullopt;
  return converted;
}

bool TypeValidator::add_struct(const std::string& key, const Place& place) {
  if (const auto known = visited_.find(key); known != visited_.end()) return known->second;
  visited_[key] = true;  // a recursive mention is as good as the whole
  const declared::Struct& from = declarations_.structs.at(key);

  std::string problem = from.problem;
  if (problem.empty() && from.has_bases) problem = "a struct with base classes is not mapped; make the base a member";
  if (problem.empty() && !from.is_aggregate) problem = "only aggregates are mapped: public members, no constructors";
  if (problem.empty() && !from.is_default_constructible) {
    problem = "it must be default-constructible, since members are decoded into it";
  }
  if (!problem.empty()) {
    refuse(place, from.name, problem);
    return visited_[key] = false;
  }

  model::Struct to;
  to.name = from.name;
  to.cpp_name = from.cpp_name;
  to.description = from.description;
  to.at = from.at;
  to.counted_by_pfr = from.members.size() <= kMostPfrMembers;
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
  }
  // g++ 12 stumbles over its own noexcept analysis when Boost.PFR counts around an array of a class type.
  for (const model::Member& member : to.members)
    to.counted_by_pfr = to.counted_by_pfr && !is_array_of_classes(member.type);
  model_.structs.emplace(key, std::move(to));
  return visited_[key] = good;
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
  if (member.default_value && member.default_value->reads_member) {
    sink_.error("default-reads-member", member.default_value->at,
                "the default of " + named(here) + " must not read another member: what was sent would not reach it");
    return false;
  }
  std::optional<Type> type = convert(member.type, here);
  if (!type) return false;

  model::Member result;
  result.cpp_name = member.name;
  result.name = text_option(member.annotation, "name", member.name);
  if (result.name.empty()) {
    sink_.error("bad-member-name", find_option(member.annotation, "name")->at,
                "the name of " + named(here) + " must not be empty");
    return false;
  }
  result.title = text_option(member.annotation, "title");
  result.description = text_option(member.annotation, "description", member.description);
  result.constraints = read_constraints(member.annotation, *type, named(here), sink_);
  result.required = !member.default_value && type->kind != TypeKind::Optional;
  if (member.default_value && member.default_value->is_constant) {
    result.default_value = wire_value(*type, member.default_value->value);
    check_default(*result.default_value, result.constraints, member.default_value->at, named(here), sink_);
  }
  result.type = *std::move(type);
  to.members.push_back(std::move(result));
  return true;
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
    case TypeKind::Array: {
      Json elements = Json::array();
      for (const Json& element : value) elements.push_back(wire_value(type.arguments.front(), element));
      return elements;
    }
    default:
      return value;
  }
}

}  // namespace mcpgen
