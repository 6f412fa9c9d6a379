// The schema of a form: what elicitation allows of JSON Schema. (2026-07-28, client/elicitation, "Requested Schema")
#pragma once

#include <nlohmann/json.hpp>

#include <mcp/spec/revision_traits.hpp>

#include "model/model.hpp"

namespace mcpgen {

/// The `requestedSchema` of a form; null where clients that understand `schemas` cannot be asked for it.
[[nodiscard]] nlohmann::ordered_json form_json(const model::Asked& form, const model::Model& model,
                                               mcp::spec::FormSchemas schemas);

}  // namespace mcpgen
