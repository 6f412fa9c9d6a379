// Arguments that are sent as text: those of prompts, URI templates and completions.
#pragma once

#include <optional>

#include "model/model.hpp"

namespace mcpgen {

/// The kind for a type; nullopt for a type that text cannot express, such as a struct or a list.
[[nodiscard]] std::optional<TextKind> text_kind(const model::Type& type);

}  // namespace mcpgen
