#include "validate/examples.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include <mcp/spec/formats.hpp>
#include <mcp/spec/rfc3339.hpp>

#include "model/type_bounds.hpp"
#include "validate/constraints.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using mcp::detail::Format;
using model::Model;
using model::Type;
using model::TypeKind;

namespace {

bool is_text_of(const Json& value, Format format) {
  return value.is_string() && mcp::spec::has_format(value.get_ref<const std::string&>(), format);
}

/// Years and months have no length of their own.
bool is_duration(const Json& value) {
  if (!value.is_string()) return false;
  const auto parts = mcp::spec::parse_duration(value.get_ref<const std::string&>());
  return parts && !parts->has_years_or_months;
}

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
  const auto demand = [](bool met, const char* text) { return met ? std::string() : std::string(text); };
  switch (type.kind) {
    case TypeKind::Null:
      return demand(value.is_null(), "it must be null");
    case TypeKind::Boolean:
      return demand(value.is_boolean(), "it must be true or false");
    case TypeKind::Integer:
      return why_no_integer(value, type);
    case TypeKind::Floating:
      if (type.bits == 32 && value.is_number() && std::fabs(value.get<double>()) > std::numeric_limits<float>::max()) {
        return "it must be a number that a float holds";
      }
      [[fallthrough]];
    case TypeKind::Seconds:
      return demand(value.is_number(), "it must be a number");
    case TypeKind::Character:
      return demand(value.is_string() && value.get_ref<const std::string&>().size() == 1,
                    "it must be a string of one ASCII character");
    case TypeKind::String:
    case TypeKind::Bytes:
      return demand(value.is_string(), "it must be a string");
    case TypeKind::Duration:
      return demand(is_duration(value), "it must be a duration of RFC 3339 without years and months, as in \"PT90S\"");
    case TypeKind::DateTime:
      return demand(is_text_of(value, Format::DateTime),
                    "it must be a date-time of RFC 3339, as in \"2026-07-28T12:00:00Z\"");
    case TypeKind::Date:
      return demand(is_text_of(value, Format::Date), "it must be a date of RFC 3339, as in \"2026-07-28\"");
    case TypeKind::Literal:
      return demand(value == type.schema, "it must be the one text that the literal says");
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
    case TypeKind::Json:
    case TypeKind::Custom:
    case TypeKind::Content:
    case TypeKind::ToolResult:
      return {};
  }
  return {};
}

}  // namespace mcpgen
