#include "validate/constraints.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include <mcp/spec/formats.hpp>
#include <mcp/spec/multiple.hpp>
#include <mcp/spec/text.hpp>

#include "model/schema_keywords.hpp"
#include "model/type_bounds.hpp"
#include "validate/options.hpp"
#include "validate/pattern.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using model::Type;
using model::TypeKind;

namespace {

/// What its value must be.
enum class Demands { Number, Positive, Count, Pattern, Format, Flag };

struct ConstraintOption {
  std::string_view option;
  std::string_view keyword;
  ConstraintGroup applies_to;
  Demands demands;
};

constexpr std::array<ConstraintOption, 12> kConstraintOptions = {{
    {"minimum", "minimum", ConstraintGroup::Numbers, Demands::Number},
    {"maximum", "maximum", ConstraintGroup::Numbers, Demands::Number},
    {"exclusive_minimum", "exclusiveMinimum", ConstraintGroup::Numbers, Demands::Number},
    {"exclusive_maximum", "exclusiveMaximum", ConstraintGroup::Numbers, Demands::Number},
    {"multiple_of", "multipleOf", ConstraintGroup::Numbers, Demands::Positive},
    {"min_length", "minLength", ConstraintGroup::Strings, Demands::Count},
    {"max_length", "maxLength", ConstraintGroup::Strings, Demands::Count},
    {"pattern", "pattern", ConstraintGroup::Strings, Demands::Pattern},
    {"format", "format", ConstraintGroup::Strings, Demands::Format},
    {"min_items", "minItems", ConstraintGroup::Lists, Demands::Count},
    {"max_items", "maxItems", ConstraintGroup::Lists, Demands::Count},
    {"unique_items", "uniqueItems", ConstraintGroup::Lists, Demands::Flag},
}};

std::string_view needed(ConstraintGroup applies_to) {
  switch (applies_to) {
    case ConstraintGroup::Numbers:
      return "a number";
    case ConstraintGroup::Strings:
      return "a string";
    case ConstraintGroup::Lists:
      return "a list";
    case ConstraintGroup::None:
      break;
  }
  return "";
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

/// The keyword's value, from the option's; nothing after reporting that it makes no sense.
std::optional<Json> read_value(const declared::Option& option, Demands demands, const std::string& what, Sink& sink) {
  const std::string name = "`." + option.name + "` of " + what;
  const Json& value = option.value;
  // A json converts to an optional in more than one way: the results say which.
  switch (demands) {
    case Demands::Number:
    case Demands::Positive:
      if (value.is_number_float() && !std::isfinite(value.get<double>())) {
        sink.error("constraint-mismatch", option.at, name + " must be a finite number");
        return std::nullopt;
      }
      if (demands == Demands::Positive && !number_less(0, value)) {
        sink.error("constraint-mismatch", option.at, name + " must be a number above 0");
        return std::nullopt;
      }
      return std::make_optional(value);
    case Demands::Count:
      if (!is_count(value) || (value.is_number_float() && value.get<double>() >= 9007199254740992.0)) {
        sink.error("negative-length", option.at, name + " must be a whole number of at least 0");
        return std::nullopt;
      }
      return std::make_optional(value.is_number_float() ? Json(static_cast<std::uint64_t>(value.get<double>()))
                                                        : value);
    case Demands::Pattern:
      if (const std::string problem = why_bad_pattern(value.get<std::string>()); !problem.empty()) {
        sink.error("bad-pattern", option.at,
                   name + " must be a regular expression that RE2 and JavaScript read alike: " + problem);
        return std::nullopt;
      }
      return std::make_optional(value);
    case Demands::Format:
      if (!mcp::spec::format_named(value.get<std::string>())) {
        std::string known;
        for (const mcp::spec::NamedFormat& each : mcp::spec::kFormats) {
          known += (known.empty() ? "" : ", ") + std::string(each.name);
        }
        sink.error("unknown-format", option.at,
                   name + " must be a format that the server checks; use `.pattern` for others",
                   {unplaced_note("the server checks " + known)});
        return std::nullopt;
      }
      return std::make_optional(value);
    case Demands::Flag:
      return std::make_optional(value);
  }
  return std::nullopt;
}

bool has_equal_elements(const Json& list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (list[i] == list[j]) return true;
    }
  }
  return false;
}

bool has_format(const std::string& text, const std::string& format) {
  return mcp::spec::has_format(text, mcp::spec::format_named(format).value_or(mcp::detail::Format::None));
}

/// Does `value`, which is of the keyword's kind, violate it?
bool violates(const Json& value, const std::string& keyword, const Json& limit) {
  if (value.is_number()) {
    if (keyword == "minimum") return number_less(value, limit);
    if (keyword == "maximum") return number_less(limit, value);
    if (keyword == "exclusiveMinimum") return !number_less(limit, value);
    if (keyword == "exclusiveMaximum") return !number_less(value, limit);
    return keyword == "multipleOf" && !mcp::spec::is_multiple(number_value(value), number_value(limit));
  }
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    if (keyword == "minLength") return mcp::spec::code_points(text) < limit.get<std::uint64_t>();
    if (keyword == "maxLength") return mcp::spec::code_points(text) > limit.get<std::uint64_t>();
    if (keyword == "format") return !has_format(text, limit.get<std::string>());
    return keyword == "pattern" && !matches_pattern(text, limit.get<std::string>());
  }
  if (value.is_array()) {
    if (keyword == "minItems") return value.size() < limit.get<std::uint64_t>();
    if (keyword == "maxItems") return value.size() > limit.get<std::uint64_t>();
    return keyword == "uniqueItems" && has_equal_elements(value);
  }
  return false;
}

}  // namespace

Json read_constraints(const std::optional<declared::Annotation>& annotation, const Type& type, const std::string& what,
                      Sink& sink) {
  Json constraints = Json::object();
  if (!annotation) return constraints;
  const Type& constrained = type.kind == TypeKind::Optional ? type.arguments.front() : type;

  bool sound = true;
  for (const ConstraintOption& keyword : kConstraintOptions) {
    const declared::Option* option = find_option(annotation, keyword.option);
    if (option == nullptr) continue;
    if (keyword.applies_to != type_row(constrained.kind).constraints) {
      sink.error("constraint-mismatch", option->at,
                 "`." + option->name + "` of " + what + " must stand on " + std::string(needed(keyword.applies_to)));
      sound = false;
    } else if (std::optional<Json> value = read_value(*option, keyword.demands, what, sink)) {
      if (*value != false) constraints[std::string(keyword.keyword)] = *std::move(value);
    } else {
      sound = false;
    }
  }
  if (constrained.kind == TypeKind::Set) constraints.erase("uniqueItems");  // the type says so
  if (!sound) return Json::object();
  if (is_empty_range(constraints, constrained)) {
    sink.error("empty-range", annotation->at, "the constraints of " + what + " must allow at least one value",
               {unplaced_note("they are " + constraints.dump())});
    return Json::object();
  }
  drop_looser(constraints, constrained);
  return constraints;
}

std::string violated(const Json& value, const Json& constraints) {
  for (const auto& [keyword, limit] : constraints.items()) {
    if (violates(value, keyword, limit)) return keyword;
  }
  return {};
}

void check_default(const Json& value, const Json& constraints, const Location& at, const std::string& what,
                   Sink& sink) {
  for (const auto& [keyword, limit] : constraints.items()) {
    if (!violates(value, keyword, limit)) continue;
    sink.error(
        "default-out-of-range", at,
        "the default " + value.dump() + " of " + what + " must satisfy its own `" + keyword + "`: " + limit.dump());
  }
}

}  // namespace mcpgen
