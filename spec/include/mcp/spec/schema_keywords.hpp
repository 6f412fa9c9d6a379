// The keywords of JSON Schema 2020-12 and what their values must be.
#pragma once

#include <array>
#include <string_view>

namespace mcp::spec {

/// The one dialect, as `$schema` names it.
inline constexpr std::string_view kSchemaDialect = "https://json-schema.org/draft/2020-12/schema";

/// The types that `type` can name, sorted.
inline constexpr std::array<std::string_view, 7> kJsonTypes = {"array",  "boolean", "integer", "null",
                                                               "number", "object",  "string"};

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
[[nodiscard]] const Keyword* find_keyword(std::string_view name) noexcept;

}  // namespace mcp::spec
