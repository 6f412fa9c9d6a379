// A JSON Schema in a normal form, so that two spellings of one thing compare equal.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "diff/change.hpp"

namespace mcpgen::diff {

/// One schema with its references followed. Two ways to allow null, two ways to list values and `int64` with and
/// without its bounds look alike here.
struct Shape {
  std::optional<std::set<std::string>> types;  // without "null"; none: any
  bool nullable = false;                       // takes null
  std::optional<std::vector<Json>> values;  // the only ones it takes, without null; from `enum`, `const`, titled values
  Json value_texts = Json::object();        // value as JSON text → its title and description
  Json keywords = Json::object();           // everything else, texts included
};

/// `root` is the document that references point into. Throws std::runtime_error with a text for people when one leads
/// nowhere or in a circle.
[[nodiscard]] Shape shape_of(const Json& schema, const Json& root);

}  // namespace mcpgen::diff
