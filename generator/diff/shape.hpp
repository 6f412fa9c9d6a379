// A normal form of JSON Schemas, in which equivalent spellings are equal.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "diff/change.hpp"

namespace mcpgen::diff {

/// One schema with its references resolved. Both ways to allow null, both ways to list values, and `int64` with and
/// without bounds have the same normal form.
struct Shape {
  std::optional<std::set<std::string>> types;  // without "null"; none: any
  bool nullable = false;                       // whether null is accepted
  std::optional<std::vector<Json>> values;     // the accepted values except null, from `enum`, `const` or titled values
  Json value_texts = Json::object();           // value as JSON text → its title and description
  Json keywords = Json::object();              // everything else, texts included
};

/// `root` is the document that references point into. Throws std::runtime_error with an error text for the user if a
/// reference has no target or is cyclic.
[[nodiscard]] Shape shape_of(const Json& schema, const Json& root);

}  // namespace mcpgen::diff
