#include "diff/shape.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

namespace mcpgen::diff {

namespace {

/// The maximum number of consecutive references and null alternatives; more are taken for a cycle.
constexpr int kMostSteps = 64;

/// The schema that `$ref` refers to, overridden by the keywords beside the reference.
Json dereferenced(const Json& schema, const Json& root) {
  const std::string reference = schema.at("$ref").get<std::string>();
  if (!reference.starts_with('#')) throw std::runtime_error("$ref " + ticked(reference) + " is not of this document");
  const Json::json_pointer pointer(reference.substr(1));
  if (!root.contains(pointer)) throw std::runtime_error("$ref " + ticked(reference) + " leads nowhere");
  Json merged = root.at(pointer);
  for (const auto& [name, value] : schema.items()) {
    if (name != "$ref") merged[name] = value;
  }
  return merged;
}

bool is_null_type(const Json& schema) {
  return schema.is_object() && schema.size() == 1 && schema.value("type", Json()) == "null";
}

/// For `anyOf: [X, null]`, X overridden by the keywords beside `anyOf`; else null.
Json without_null(const Json& schema) {
  const Json* alternatives = find(schema, "anyOf");
  if (alternatives == nullptr || !alternatives->is_array() || alternatives->size() != 2) return nullptr;
  const bool first = is_null_type(alternatives->at(0));
  if (first == is_null_type(alternatives->at(1))) return nullptr;
  Json merged = alternatives->at(first ? 1 : 0);
  if (!merged.is_object()) return nullptr;
  for (const auto& [name, value] : schema.items()) {
    if (name != "anyOf") merged[name] = value;
  }
  return merged;
}

std::string type_of(const Json& value) {
  if (value.is_number_integer()) return "integer";
  return value.type_name();  // for the others nlohmann has the names of JSON Schema
}

/// Moves `enum`, `const` and alternatives that are constants from `keywords` to `values`.
void take_values(Shape& shape) {
  std::optional<std::vector<Json>> values;
  if (const Json* constant = find(shape.keywords, "const")) {
    values.emplace().push_back(*constant);
    shape.keywords.erase("const");
  } else if (const Json* listed = find(shape.keywords, "enum"); listed != nullptr && listed->is_array()) {
    values.emplace(listed->begin(), listed->end());
    shape.keywords.erase("enum");
  } else {
    for (const char* keyword : {"oneOf", "anyOf"}) {
      const Json* alternatives = find(shape.keywords, keyword);
      const auto is_constant = [](const Json& each) { return each.is_object() && each.contains("const"); };
      if (alternatives == nullptr || !alternatives->is_array() || !std::ranges::all_of(*alternatives, is_constant)) {
        continue;
      }
      values.emplace();
      for (const Json& each : *alternatives) {
        values->push_back(each.at("const"));
        Json texts = each;
        texts.erase("const");
        if (!texts.empty()) shape.value_texts[each.at("const").dump()] = std::move(texts);
      }
      shape.keywords.erase(keyword);
      break;
    }
  }
  if (!values) return;
  const auto nulls = std::ranges::remove_if(*values, [](const Json& value) { return value.is_null(); });
  // Null must be one of the values and, if there are types, one of these.
  shape.nullable = shape.nullable && !nulls.empty();
  values->erase(nulls.begin(), nulls.end());
  shape.types.emplace();
  for (const Json& value : *values) shape.types->insert(type_of(value));
  shape.values = std::move(values);
}

/// `format: int64` is the range of the type, as `minimum` and `maximum` state it for the smaller ones.
void take_range(Shape& shape) {
  if (shape.types != std::set<std::string>{"integer"} || shape.keywords.value("format", Json()) != "int64") return;
  shape.keywords.erase("format");
  if (!shape.keywords.contains("minimum")) shape.keywords["minimum"] = std::numeric_limits<std::int64_t>::min();
  if (!shape.keywords.contains("maximum")) shape.keywords["maximum"] = std::numeric_limits<std::int64_t>::max();
}

}  // namespace

Shape shape_of(const Json& schema, const Json& root) {
  Shape shape;
  if (schema.is_boolean()) {
    shape.nullable = true;
    if (!schema.get<bool>()) shape.keywords["not"] = Json::object();
    return shape;
  }
  if (!schema.is_object()) throw std::runtime_error("a schema must be an object, not " + schema.dump());
  Json expanded = schema;
  bool or_null = false;
  for (int step = 0;; ++step) {
    if (step == kMostSteps) throw std::runtime_error("$ref leads in a circle");
    if (expanded.contains("$ref")) {
      expanded = dereferenced(expanded, root);
    } else if (Json inner = without_null(expanded); !inner.is_null()) {
      expanded = std::move(inner);
      or_null = true;
    } else {
      break;
    }
  }
  expanded.erase("$defs");

  shape.nullable = true;
  if (const Json* type = find(expanded, "type")) {
    shape.nullable = false;
    shape.types.emplace();
    const Json types = type->is_array() ? *type : Json::array({*type});
    for (const Json& each : types) {
      if (each == "null") {
        shape.nullable = true;
      } else {
        shape.types->insert(each.get<std::string>());
      }
    }
    expanded.erase("type");
  }
  shape.keywords = std::move(expanded);
  take_values(shape);
  take_range(shape);
  shape.nullable |= or_null;
  return shape;
}

}  // namespace mcpgen::diff
