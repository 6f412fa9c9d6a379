// The keywords of JSON Schema 2020-12 and what their values must be.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "model/strict_json.hpp"

namespace mcpgen {

/// What the value of a keyword must be.
enum class Shape {
  Any,
  Anchor,
  Array,
  Boolean,
  Count,
  Dialect,
  Identifier,
  NameLists,  // object of Names
  Names,      // array of strings that differ
  Number,
  Pattern,
  Positive,
  Reference,
  Schema,
  SchemaList,
  Schemas,  // object of Schema
  SchemasByPattern,
  String,
  Types,
  Vocabulary,
};

/// A keyword of one of the draft's vocabularies.
struct Keyword {
  std::string_view name;
  Shape shape;
  bool in_place = false;  // its schemas look at the same value, not at a part of it
};

/// The keyword called `name`, or null if the draft has none.
[[nodiscard]] const Keyword* find_keyword(std::string_view name);

/// Calls `visit(part, pointer)` with `schema` and with every schema that a keyword of it holds, at any depth.
template <class Json, class Visit>
void for_each_schema(Json& schema, const Visit& visit, const std::string& at = "#") {
  if (!schema.is_object()) return;
  visit(schema, at);
  for (auto entry = schema.begin(); entry != schema.end(); ++entry) {
    const Keyword* keyword = find_keyword(entry.key());
    if (keyword == nullptr) continue;
    const std::string here = below(at, entry.key());
    if (keyword->shape == Shape::Schema) {
      for_each_schema(*entry, visit, here);
    } else if (keyword->shape == Shape::SchemaList && entry->is_array()) {
      for (std::size_t i = 0; i < entry->size(); ++i) for_each_schema((*entry)[i], visit, below(here, i));
    } else if ((keyword->shape == Shape::Schemas || keyword->shape == Shape::SchemasByPattern) && entry->is_object()) {
      for (auto part = entry->begin(); part != entry->end(); ++part) {
        for_each_schema(*part, visit, below(here, part.key()));
      }
    }
  }
}

/// Whether `value` is a whole number of at least 0: an integer, or 1e3.
[[nodiscard]] bool is_count(const nlohmann::ordered_json& value);

}  // namespace mcpgen
