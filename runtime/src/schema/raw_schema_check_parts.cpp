// The keywords for arrays and objects, unevaluatedItems and unevaluatedProperties.
#include <algorithm>

#include "codec/equality.hpp"
#include "codec/text.hpp"
#include "schema/raw_schema_checker.hpp"
#include "schema/raw_schema_text.hpp"

namespace mcp::internal {

namespace {

bool has_member(Value object, std::string_view wanted) {
  ObjectCursor cursor(object);
  std::string_view name;
  Value member;
  while (cursor.next(name, member)) {
    if (name == wanted) return true;
  }
  return false;
}

}  // namespace

bool SchemaChecker::check_size(std::string_view noun, const SizeRange& range, std::string_view unit, Value value,
                               Verbosity verbosity) {
  if (range.holds(value.size())) return true;
  if (verbosity == Verbosity::Nothing) return false;
  return fail(verbosity,
              "expected " + std::string(noun) + " of " + sized(range, unit) + ", got " + counted(value.size(), unit));
}

bool SchemaChecker::check_array(const ArrayRules& rules, Value array, Verbosity verbosity, Evaluated* seen) {
  // `items: false` after prefixItems limits the size, and is reported as such a limit.
  const bool closed = rules.items != nullptr && rules.items->nothing;
  SizeRange size = rules.size;
  if (closed) size.most = std::min(size.most, rules.prefix.size());
  bool good = check_size("array", size, "element", array, verbosity);
  if (enough(good, verbosity)) return false;
  if (rules.unique) good = check_unique(array, verbosity) && good;
  if (enough(good, verbosity)) return false;
  if (!rules.prefix.empty() || (rules.items != nullptr && !closed)) {
    good = check_elements(rules, array, verbosity, seen) && good;
  }
  if (rules.contains != nullptr && !enough(good, verbosity)) {
    good = check_contains(rules, array, verbosity, seen) && good;
  }
  return good;
}

bool SchemaChecker::check_unique(Value array, Verbosity verbosity) {
  const auto twins = find_equal_elements(array);
  if (!twins) return true;
  return fail(verbosity, "expected elements that differ, but [" + std::to_string(twins->first) + "] and [" +
                             std::to_string(twins->second) + "] are equal");
}

bool SchemaChecker::check_elements(const ArrayRules& rules, Value array, Verbosity verbosity, Evaluated* seen) {
  bool good = true;
  ArrayCursor cursor(array);
  PathScope scope(*problems_, std::size_t{0});
  Value element;
  for (std::size_t i = 0; cursor.next(element); ++i) {
    const SchemaNode* schema = i < rules.prefix.size() ? rules.prefix[i] : rules.items;
    if (schema == nullptr) break;
    if (i >= rules.prefix.size() && schema->nothing) break;
    scope.set_index(i);
    good = fits(*schema, element, verbosity, nullptr) && good;
    if (enough(good, verbosity)) return false;
    if (seen != nullptr) seen->mark(i);
  }
  return good;
}

bool SchemaChecker::check_contains(const ArrayRules& rules, Value array, Verbosity verbosity, Evaluated* seen) {
  std::size_t found = 0;
  ArrayCursor cursor(array);
  Value element;
  for (std::size_t i = 0; cursor.next(element); ++i) {
    if (!fits_quietly(*rules.contains, element)) continue;
    ++found;
    if (seen != nullptr) seen->mark(i);
  }
  if (rules.contained.holds(found)) return true;
  if (verbosity == Verbosity::Nothing) return false;
  const std::string what = described_fully(*rules.contains);
  return fail(verbosity, "expected " + sized(rules.contained, "element") +
                             (what.empty() ? " to fit the schema's \"contains\"" : " to be " + what) + ", got " +
                             std::to_string(found));
}

bool SchemaChecker::check_object(const ObjectRules& rules, Value object, Verbosity verbosity, Evaluated* seen) {
  bool good = check_size("object", rules.size, "member", object, verbosity);
  if (!enough(good, verbosity)) good = check_members(rules, object, verbosity, seen) && good;
  if (!enough(good, verbosity)) good = check_required(rules, object, verbosity) && good;
  for (const auto& [name, schema] : rules.dependent_schemas) {
    if (enough(good, verbosity)) return false;
    if (has_member(object, name)) good = fits(*schema, object, verbosity, seen) && good;
  }
  return good;
}

bool SchemaChecker::check_members(const ObjectRules& rules, Value object, Verbosity verbosity, Evaluated* seen) {
  if (rules.properties.empty() && rules.patterns.empty() && rules.additional == nullptr &&
      rules.property_names == nullptr) {
    return true;
  }
  bool good = true;
  ObjectCursor cursor(object);
  Value name;
  Value member;
  for (std::size_t i = 0; cursor.next(name, member); ++i) {
    bool known = false;
    good = check_member(rules, name, member, known, verbosity) && good;
    if (enough(good, verbosity)) return false;
    if (known && seen != nullptr) seen->mark(i);
  }
  return good;
}

bool SchemaChecker::check_member(const ObjectRules& rules, Value name, Value member, bool& known, Verbosity verbosity) {
  bool good = rules.property_names == nullptr || check_name(*rules.property_names, name, verbosity);
  PathScope scope(*problems_, name.string());
  const auto check_by = [&](const SchemaNode& schema) {
    known = true;
    if (!enough(good, verbosity)) good = fits(schema, member, verbosity, nullptr) && good;
  };
  if (const auto property = rules.properties.find(name.string()); property != rules.properties.end()) {
    check_by(*property->second);
  }
  for (const auto& [pattern, schema] : rules.patterns) {
    if (matches(*pattern, name.string())) check_by(*schema);
  }
  if (known || rules.additional == nullptr) return good;
  if (!rules.additional->nothing) {
    check_by(*rules.additional);
    return good;
  }
  return report_unknown(name.string(), rules.names, verbosity);
}

bool SchemaChecker::report_unknown(std::string_view name, std::span<const std::string_view> accepted,
                                   Verbosity verbosity) {
  if (verbosity == Verbosity::Nothing || is_report_full()) return false;
  const PathStep* const here = problems_->path;
  problems_->path = here->parent;
  fail(verbosity, unknown_member(name, accepted));
  problems_->path = here;
  return false;
}

bool SchemaChecker::check_name(const SchemaNode& schema, Value name, Verbosity verbosity) {
  if (fits_quietly(schema, name)) return true;
  if (verbosity == Verbosity::Nothing || is_report_full()) return false;
  return fail(verbosity, "member name " + in_quotes(name.string()) + ": " + first_problem(schema, name));
}

bool SchemaChecker::check_required(const ObjectRules& rules, Value object, Verbosity verbosity) {
  bool good = true;
  for (const std::string_view name : rules.required) {
    if (has_member(object, name)) continue;
    good = fail(verbosity, "required member " + in_quotes(name) + " is missing");
    if (enough(good, verbosity)) return false;
  }
  for (const auto& [given, names] : rules.dependent_required) {
    if (!has_member(object, given)) continue;
    for (const std::string_view name : names) {
      if (has_member(object, name)) continue;
      good = fail(verbosity, "member " + in_quotes(name) + " is required when " + in_quotes(given) + " is given");
      if (enough(good, verbosity)) return false;
    }
  }
  return good;
}

bool SchemaChecker::check_unevaluated(const SchemaNode& node, Value value, Verbosity verbosity, Evaluated& seen) {
  if (value.kind() == JsonKind::Array && node.unevaluated_items != nullptr) {
    return check_unevaluated_items(*node.unevaluated_items, value, verbosity, seen);
  }
  if (value.kind() == JsonKind::Object && node.unevaluated_properties != nullptr) {
    return check_unevaluated_members(node, value, verbosity, seen);
  }
  return true;
}

bool SchemaChecker::check_unevaluated_items(const SchemaNode& schema, Value array, Verbosity verbosity,
                                            Evaluated& seen) {
  bool good = true;
  ArrayCursor cursor(array);
  PathScope scope(*problems_, std::size_t{0});
  Value element;
  for (std::size_t i = 0; cursor.next(element); ++i) {
    if (seen.has(i)) continue;
    scope.set_index(i);
    good = fits(schema, element, verbosity, nullptr) && good;
    if (enough(good, verbosity)) return false;
  }
  seen.mark_all();
  return good;
}

bool SchemaChecker::check_unevaluated_members(const SchemaNode& node, Value object, Verbosity verbosity,
                                              Evaluated& seen) {
  const SchemaNode& schema = *node.unevaluated_properties;
  bool good = true;
  ObjectCursor cursor(object);
  PathScope scope(*problems_, std::string_view(""));
  std::string_view name;
  Value member;
  for (std::size_t i = 0; cursor.next(name, member); ++i) {
    if (seen.has(i)) continue;
    scope.set_name(name);
    if (!schema.nothing) {
      good = fits(schema, member, verbosity, nullptr) && good;
    } else if (verbosity == Verbosity::Nothing || is_report_full()) {
      return false;
    } else {
      good = report_unknown(name, accepted_names(node), verbosity);
    }
    if (enough(good, verbosity)) return false;
  }
  seen.mark_all();
  return good;
}

}  // namespace mcp::internal
