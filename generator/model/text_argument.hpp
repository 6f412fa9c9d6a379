// Arguments that arrive as text: those of prompts, URI templates and completions.
#pragma once

#include <optional>

#include "model/model.hpp"

namespace mcpgen {

/// What the JSON is that a text stands for; as the runtime's TextArgument::Kind.
enum class TextKind { Text, Number, Boolean };

/// Nothing for a type that text cannot carry: a struct, a list.
[[nodiscard]] std::optional<TextKind> text_kind(const model::Type& type);

}  // namespace mcpgen
