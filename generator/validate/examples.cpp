#include "validate/examples.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>

#include "model/type_bounds.hpp"
#include "validate/constraints.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using model::Model;
using model::Type;
using model::TypeKind;

namespace {

std::string why_no_integer(const Json& value, const Type& type) {
  const bool is_whole =
      value.is_number_integer() || (value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>());
  if (!is_whole) return "it must be an integer";
  const TypeBounds bounds = bounds_of(type);
  if (number_less(value, *bounds.minimum) || number_less(*bounds.maximum, value)) {
    return "it must be between " + bounds.minimum->dump() + " and " + bounds.maximum->dump();
  }
  return {};
}

std::string why_no_elements(const Json& value, const Type& type, const Model& model) {
  if (!value.is_array()) return "it must be an array";
  if (type.kind == TypeKind::Array && value.size() != type.extent) {
    return "it must have " + std::to_string(type.extent) + " elements";
  }
  if (type.kind == TypeKind::Tuple && value.size() != type.arguments.size()) {
    return "it must have " + std::to_string(type.arguments.size()) + " elements";
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    const Type& element = type.kind == TypeKind::Tuple ? type.arguments[i] : type.arguments.front();
    if (std::string problem = why_not(value[i], element, model); !problem.empty()) {
      return "in element " + std::to_string(i) + ", " + problem;
    }
    const auto earlier = value.begin() + static_cast<std::ptrdiff_t>(i);
    if (type.kind == TypeKind::Set && std::find(value.begin(), earlier, value[i]) != earlier) {
      return "it must not have an element twice, as " + value[i].dump();
    }
  }
  return {};
}

/// Of the name of a map's member, which is a key in C++.
std::string why_no_key(const std::string& name, const Type& key, const Model& model) {
  if (key.kind != TypeKind::Integer) return why_not(name, key, model);
  const Json number = Json::parse(name, nullptr, /*allow_exceptions=*/false);
  if (!number.is_number_integer() || number.dump() != name) return "it must be an integer, in decimal";
  return why_no_integer(number, key);
}

std::string why_no_map(const Json& value, const Type& type, const Model& model) {
  if (!value.is_object()) return "it must be an object";
  for (const auto& [name, member] : value.items()) {
    if (std::string problem = why_no_key(name, type.arguments.front(), model); !problem.empty()) {
      return "of the name `" + name + "`, " + problem;
    }
    if (std::string problem = why_not(member, type.arguments.back(), model); !problem.empty()) {
      return "in member `" + name + "`, " + problem;
    }
  }
  return {};
}

std::string why_no_struct(const Json& value, const Type& type, const Model& model) {
  if (!value.is_object()) return "it must be an object";
  const auto known = model.structs.find(type.key);
  if (known == model.structs.end()) return {};  // it is being read, or was refused
  for (const auto& [name, member] : value.items()) {
    const auto found = std::ranges::find(known->second.members, name, &model::Member::name);
    if (found == known->second.members.end()) return "it must not have a member `" + name + '`';
    if (std::string problem = why_not(member, found->type, model); !problem.empty()) {
      return "in member `" + name + "`, " + problem;
    }
    if (const std::string keyword = violated(member, found->constraints); !keyword.empty()) {
      return "member `" + name + "` must satisfy `" + keyword + '`';
    }
  }
  for (const model::Member& member : known->second.members) {
    if (member.required && !value.contains(member.name)) return "it must have a member `" + member.name + '`';
  }
  return {};
}

}  // namespace

std::string why_not(const Json& value, const Type& type, const Model& model) {
  const TypeRow& row = type_row(type.kind);
  const auto demand = [](bool met, std::string_view text) { return met ? std::string() : std::string(text); };
  switch (type.kind) {
    case TypeKind::Integer:
      return why_no_integer(value, type);
    case TypeKind::Floating:
      if (type.bits == 32 && value.is_number() && std::fabs(value.get<double>()) > std::numeric_limits<float>::max()) {
        return "it must be a number that a float holds";
      }
      return demand(value.is_number(), row.demand);
    case TypeKind::Literal:
      return demand(value == type.schema, row.demand);
    case TypeKind::Enum: {
      const auto known = model.enums.find(type.key);
      if (known == model.enums.end()) return {};
      const bool is_name =
          value.is_string() && std::ranges::find(known->second.enumerators, value.get<std::string>(),
                                                 &model::Enumerator::name) != known->second.enumerators.end();
      return demand(is_name, "it must be the name of an enumerator");
    }
    case TypeKind::Optional:
      return value.is_null() ? std::string() : why_not(value, type.arguments.front(), model);
    case TypeKind::List:
    case TypeKind::Set:
    case TypeKind::Array:
    case TypeKind::Tuple:
      return why_no_elements(value, type, model);
    case TypeKind::Map:
      return why_no_map(value, type, model);
    case TypeKind::Struct:
      return why_no_struct(value, type, model);
    case TypeKind::Variant:
      return demand(
          std::ranges::any_of(type.arguments, [&](const Type& each) { return why_not(value, each, model).empty(); }),
          "it must fit one of the variant's alternatives");
    default:
      return demand(row.is_value == nullptr || row.is_value(value), row.demand);
  }
}

}  // namespace mcpgen
