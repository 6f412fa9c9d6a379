// What a form can hold that a function asks the client for. (2026-07-28, client/elicitation, "Requested Schema")
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"
#include "model/model.hpp"

namespace mcpgen {

/// Reports members of `asked`, a form whose type is in `model` already, that a form cannot hold, or must not.
void check_form(const declared::Asked& asked, const declared::Declarations& declarations, const model::Model& model,
                Sink& sink);

}  // namespace mcpgen
