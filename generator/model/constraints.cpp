#include "model/constraints.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "model/options.hpp"
#include "model/type_bounds.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using model::Type;
using model::TypeKind;

namespace {

enum class AppliesTo { Numbers, Strings, Lists };

struct Keyword {
  std::string_view option;
  std::string_view keyword;
  AppliesTo applies_to;
};

constexpr std::array<Keyword, 8> kKeywords = {{
    {"minimum", "minimum", AppliesTo::Numbers},
    {"maximum", "maximum", AppliesTo::Numbers},
    {"exclusive_minimum", "exclusiveMinimum", AppliesTo::Numbers},
    {"exclusive_maximum", "exclusiveMaximum", AppliesTo::Numbers},
    {"min_length", "minLength", AppliesTo::Strings},
    {"max_length", "maxLength", AppliesTo::Strings},
    {"min_items", "minItems", AppliesTo::Lists},
    {"max_items", "maxItems", AppliesTo::Lists},
}};

std::string_view needed(AppliesTo applies_to) {
  switch (applies_to) {
    case AppliesTo::Numbers:
      return "a number";
    case AppliesTo::Strings:
      return "a string";
    case AppliesTo::Lists:
      return "a list";
  }
  return "";
}

bool applies(AppliesTo applies_to, const Type& type) {
  switch (applies_to) {
    case AppliesTo::Numbers:
      return type.kind == TypeKind::Integer || type.kind == TypeKind::Floating;
    case AppliesTo::Strings:
      return type.kind == TypeKind::String;
    case AppliesTo::Lists:
      return type.kind == TypeKind::List;
  }
  return false;
}

/// A whole number of at least 0: an integer, or 1e3.
bool is_count(const Json& value) {
  if (value.is_number_float()) {
    const double number = value.get<double>();
    return number >= 0 && number < 9007199254740992.0 && std::trunc(number) == number;
  }
  return value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0);
}

/// Drops what the type says anyway, so that a bound in the result is always the tighter one.
void drop_looser(Json& constraints, const Type& type) {
  const TypeBounds bounds = bounds_of(type);
  if (!bounds.minimum) return;
  if (constraints.contains("minimum") && !number_less(*bounds.minimum, constraints["minimum"]))
    constraints.erase("minimum");
  if (constraints.contains("maximum") && !number_less(constraints["maximum"], *bounds.maximum))
    constraints.erase("maximum");
  if (constraints.contains("exclusiveMinimum") && number_less(constraints["exclusiveMinimum"], *bounds.minimum)) {
    constraints.erase("exclusiveMinimum");
  }
  if (constraints.contains("exclusiveMaximum") && number_less(*bounds.maximum, constraints["exclusiveMaximum"])) {
    constraints.erase("exclusiveMaximum");
  }
}

/// Whether nothing can lie between the keywords `low` and `high`.
bool is_empty(const Json& constraints, std::string_view low, std::string_view high, bool equal_is_empty) {
  if (!constraints.contains(low) || !constraints.contains(high)) return false;
  const Json& least = constraints.at(std::string(low));
  const Json& most = constraints.at(std::string(high));
  return number_less(most, least) || (equal_is_empty && !number_less(least, most));
}

/// Whether no whole number lies within the bounds.
bool has_no_integer(const Json& constraints) {
  long double least = -std::numeric_limits<long double>::infinity();
  long double most = std::numeric_limits<long double>::infinity();
  for (const auto& [keyword, limit] : constraints.items()) {
    const long double bound = number_value(limit);
    if (keyword == "minimum") least = std::max(least, std::ceil(bound));
    if (keyword == "exclusiveMinimum") least = std::max(least, std::floor(bound) + 1);
    if (keyword == "maximum") most = std::min(most, std::floor(bound));
    if (keyword == "exclusiveMaximum") most = std::min(most, std::ceil(bound) - 1);
  }
  return most < least;
}

bool is_empty_range(const Json& constraints, const Type& type) {
  Json all = constraints;
  TypeBounds bounds = bounds_of(type);
  if (type.kind == TypeKind::Floating && type.bits == 32) {
    bounds = {-static_cast<double>(std::numeric_limits<float>::max()),
              static_cast<double>(std::numeric_limits<float>::max())};
  }
  if (bounds.minimum && (!all.contains("minimum") || number_less(all["minimum"], *bounds.minimum)))
    all["minimum"] = *bounds.minimum;
  if (bounds.maximum && (!all.contains("maximum") || number_less(*bounds.maximum, all["maximum"])))
    all["maximum"] = *bounds.maximum;
  if (is_empty(all, "minimum", "maximum", false) || is_empty(all, "exclusiveMinimum", "maximum", true) ||
      is_empty(all, "minimum", "exclusiveMaximum", true) ||
      is_empty(all, "exclusiveMinimum", "exclusiveMaximum", true) || is_empty(all, "minLength", "maxLength", false) ||
      is_empty(all, "minItems", "maxItems", false)) {
    return true;
  }
  return type.kind == TypeKind::Integer && has_no_integer(all);
}

}  // namespace

Json read_constraints(const std::optional<declared::Annotation>& annotation, const Type& type, const std::string& what,
                      Sink& sink) {
  Json constraints = Json::object();
  if (!annotation) return constraints;
  const Type& constrained = type.kind == TypeKind::Optional ? type.arguments.front() : type;

  bool sound = true;
  for (const Keyword& keyword : kKeywords) {
    const declared::Option* option = find_option(annotation, keyword.option);
    if (option == nullptr) continue;
    if (!applies(keyword.applies_to, constrained)) {
      sink.error("constraint-mismatch", option->at,
                 "`." + option->name + "` of " + what + " must stand on " + std::string(needed(keyword.applies_to)));
      sound = false;
    } else if (option->value.is_number_float() && !std::isfinite(option->value.get<double>())) {
      sink.error("constraint-mismatch", option->at, "`." + option->name + "` of " + what + " must be a finite number");
      sound = false;
    } else if (keyword.applies_to != AppliesTo::Numbers && !is_count(option->value)) {
      sink.error("negative-length", option->at,
                 "`." + option->name + "` of " + what + " must be a whole number of at least 0");
      sound = false;
    } else {
      Json value = option->value;
      if (keyword.applies_to != AppliesTo::Numbers && value.is_number_float()) {
        value = static_cast<std::uint64_t>(value.get<double>());
      }
      constraints[std::string(keyword.keyword)] = std::move(value);
    }
  }
  if (!sound) return Json::object();
  if (is_empty_range(constraints, constrained)) {
    sink.error("empty-range", annotation->at, "the constraints of " + what + " must leave at least one value",
               {unplaced_note("they say " + constraints.dump())});
    return Json::object();
  }
  drop_looser(constraints, constrained);
  return constraints;
}

void check_default(const Json& value, const Json& constraints, const Location& at, const std::string& what,
                   Sink& sink) {
  const auto outside = [&](std::string_view keyword) {
    sink.error("default-out-of-range", at,
               "the default " + value.dump() + " of " + what + " must satisfy its own `" + std::string(keyword) +
                   "`: " + constraints.at(std::string(keyword)).dump());
  };
  const auto has = [&](std::string_view keyword) { return constraints.contains(keyword); };
  const auto limit = [&](std::string_view keyword) { return constraints.at(std::string(keyword)); };
  if (value.is_number()) {
    if (has("minimum") && number_less(value, limit("minimum"))) outside("minimum");
    if (has("maximum") && number_less(limit("maximum"), value)) outside("maximum");
    if (has("exclusiveMinimum") && !number_less(limit("exclusiveMinimum"), value)) outside("exclusiveMinimum");
    if (has("exclusiveMaximum") && !number_less(value, limit("exclusiveMaximum"))) outside("exclusiveMaximum");
  }
  if (value.is_string() || value.is_array()) {
    std::uint64_t size = value.size();
    if (value.is_string()) {
      size = 0;
      for (const char c : value.get_ref<const std::string&>()) size += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }
    const std::string_view least = value.is_string() ? "minLength" : "minItems";
    const std::string_view most = value.is_string() ? "maxLength" : "maxItems";
    if (has(least) && size < limit(least).get<std::uint64_t>()) outside(least);
    if (has(most) && size > limit(most).get<std::uint64_t>()) outside(most);
  }
}

}  // namespace mcpgen
