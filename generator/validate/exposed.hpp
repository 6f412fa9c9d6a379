// MCP_EXPOSE: applies `.params` to the parameters of the exposed function.
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"

namespace mcpgen {

/// `function` with an annotation on each parameter that `.params` mentions, as if MCP_PARAM stood on it. An entry also
/// names the parameter at its own position when that has no name. Reports entries for parameters that do not exist.
[[nodiscard]] declared::Function with_exposed_parameters(declared::Function function, Sink& sink);

}  // namespace mcpgen
