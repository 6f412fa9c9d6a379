// The PREFIX of a set of tools.
#pragma once

#include <string>

#include "diagnostics/diagnostic.hpp"
#include "model/model.hpp"

namespace mcpgen {

/// Puts `prefix` in front of the name of every tool. Reports names that are none then.
void add_prefix(model::Model& unit, const std::string& prefix, Sink& sink);

}  // namespace mcpgen
