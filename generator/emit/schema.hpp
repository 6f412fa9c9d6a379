// JSON Schema (2020-12) of the types a tool takes and returns.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "model/model.hpp"

namespace mcpgen {

/// The schema of a tool's arguments: an object with one property per argument, in the order of the declaration.
[[nodiscard]] nlohmann::ordered_json input_schema(const model::Tool& tool, const model::Model& model);

/// The schema of a tool's structured content: a struct or map as it is, any other value as `{"result": value}`; null
/// when the tool has none (it returns text or nothing).
[[nodiscard]] nlohmann::ordered_json output_schema(const model::Tool& tool, const model::Model& model);

}  // namespace mcpgen
