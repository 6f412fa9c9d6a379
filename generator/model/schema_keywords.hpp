// The keywords of JSON Schema 2020-12 and the kinds of their values.
#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json.hpp>

#include <mcp/spec/json_pointer.hpp>
#include <mcp/spec/schema_keywords.hpp>

namespace mcpgen {

using mcp::spec::find_keyword;
using mcp::spec::Keyword;
using mcp::spec::Shape;

/// Calls `visit(part, pointer)` with `schema` and with every schema inside of it, at any depth.
template <class Json, class Visit>
void for_each_schema(Json& schema, const Visit& visit, const std::string& at = "#") {
  if (!schema.is_object()) return;
  visit(schema, at);
  for (auto entry = schema.begin(); entry != schema.end(); ++entry) {
    const Keyword* keyword = find_keyword(entry.key());
    if (keyword == nullptr) continue;
    const std::string here = mcp::spec::below(at, entry.key());
    if (keyword->shape == Shape::Schema) {
      for_each_schema(*entry, visit, here);
    } else if (keyword->shape == Shape::SchemaList && entry->is_array()) {
      for (std::size_t i = 0; i < entry->size(); ++i) for_each_schema((*entry)[i], visit, mcp::spec::below(here, i));
    } else if ((keyword->shape == Shape::Schemas || keyword->shape == Shape::SchemasByPattern) && entry->is_object()) {
      for (auto part = entry->begin(); part != entry->end(); ++part) {
        for_each_schema(*part, visit, mcp::spec::below(here, part.key()));
      }
    }
  }
}

/// Whether `value` is a whole number of at least 0: an integer, or 1e3.
[[nodiscard]] bool is_count(const nlohmann::ordered_json& value);

}  // namespace mcpgen
