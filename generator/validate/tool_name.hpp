// The rules for names of tools.
#pragma once

#include <string>

#include "diagnostics/diagnostic.hpp"
#include "model/model.hpp"

namespace mcpgen {

/// Adds `prefix` to the name of every tool. Reports names that become invalid.
void add_prefix(model::Model& unit, const std::string& prefix, Sink& sink);

}  // namespace mcpgen
