// The constraints of MCP_PARAM and MCP_FIELD: converts options to JSON Schema keywords and validates them.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"
#include "model/model.hpp"

namespace mcpgen {

/// The keywords that `annotation` sets, for a value of `type`; `what` names it in messages ("parameter `x` of tool
/// `f`"). Reports options that make no sense for the type, negative lengths and empty ranges.
[[nodiscard]] nlohmann::ordered_json read_constraints(const std::optional<declared::Annotation>& annotation,
                                                      const model::Type& type, const std::string& what, Sink& sink);

/// The first keyword of `constraints` that `value` violates; empty: none. Formats are not looked into.
[[nodiscard]] std::string violated(const nlohmann::ordered_json& value, const nlohmann::ordered_json& constraints);

/// Reports when `value`, a default of `type`, is outside `constraints`.
void check_default(const nlohmann::ordered_json& value, const nlohmann::ordered_json& constraints, const Location& at,
                   const std::string& what, Sink& sink);

}  // namespace mcpgen
