// The validated model as JSON: what `mcpgen scan` writes and `mcpgen link` reads, and what golden tests compare.
#pragma once

#include <string>

#include "model/model.hpp"

namespace mcpgen {

/// Raised whenever the JSON of a model changes its shape; link refuses a model of another version.
inline constexpr int kModelVersion = 4;

/// Two spaces of indentation, a newline at the end; the same model gives the same bytes.
[[nodiscard]] std::string to_json_text(const model::Model& model);

/// Throws std::runtime_error with a text for people when `text` is no model of this version.
[[nodiscard]] model::Model model_from_json_text(const std::string& text);

}  // namespace mcpgen
