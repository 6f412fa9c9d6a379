// Turns what the scan found into a model that emitters can trust, or says what is wrong with it.
#pragma once

#include <optional>
#include <string>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"
#include "model/model.hpp"

namespace mcpgen {

/// Checks everything that one source file can show. Every problem goes to the sink; a model comes back only when there
/// was no error (warnings do not count). `unit` becomes Model::unit.
[[nodiscard]] std::optional<model::Model> validate(const declared::Declarations& declarations, const std::string& unit,
                                                   Sink& sink);

}  // namespace mcpgen
