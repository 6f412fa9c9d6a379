// Checks JSON Schema that the user wrote as text: `.input_schema` and `.output_schema` of a tool.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace mcpgen {

/// What a checked text holds.
struct RawSchema {
  nlohmann::ordered_json schema;  // of use only without problems
  /// What is wrong, each with the place as a JSON pointer: `#/properties/size/minimum: must be a number, is "1"`.
  std::vector<std::string> problems;
};

enum class SchemaRoot {
  Object,  // "type": "object" must stand at the root, as the protocol demands of a tool
  Any,
};

/// Checks that `text` is JSON without repeated names and a JSON Schema of draft 2020-12, such that the runtime can
/// compile it (runtime/include/mcp/codec/raw_schema.hpp): the keywords of all its vocabularies have values of the right
/// shape, references stay within the text and never lead back to where they started, `$id` stands at the root alone,
/// and patterns are regular expressions of RE2. Keywords that the draft does not know are let be. Finds all problems.
[[nodiscard]] RawSchema check_schema(std::string_view text, SchemaRoot root);

}  // namespace mcpgen
