// What a tool may be called.
#pragma once

#include <string>

#include "diagnostics/diagnostic.hpp"
#include "model/model.hpp"

namespace mcpgen {

/// Whether every client accepts the name: 1 to 128 letters, digits, `_`, `.` and `-`.
[[nodiscard]] bool is_tool_name(const std::string& name);

/// Puts `prefix` in front of the name of every tool. Reports names that are none then.
void add_prefix(model::Model& unit, const std::string& prefix, Sink& sink);

}  // namespace mcpgen
