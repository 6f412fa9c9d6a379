// Validates the types of forms. (2026-07-28, client/elicitation, "Requested Schema")
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"
#include "model/model.hpp"

namespace mcpgen {

/// Reports members of the form `asked` that a form cannot or must not have. Precondition: its type is in `model`.
void check_form(const declared::Asked& asked, const declared::Declarations& declarations, const model::Model& model,
                Sink& sink);

}  // namespace mcpgen
