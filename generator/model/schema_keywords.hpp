// The keywords of JSON Schema 2020-12 and what their values must be.
#pragma once

#include <string_view>

#include <nlohmann/json_fwd.hpp>

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

/// Whether `value` is a whole number of at least 0: an integer, or 1e3.
[[nodiscard]] bool is_count(const nlohmann::ordered_json& value);

}  // namespace mcpgen
