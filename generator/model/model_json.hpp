// The validated model as JSON, which `mcpgen scan` writes, `mcpgen link` reads and golden tests compare.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "model/model.hpp"

namespace mcpgen {

/// The version of the JSON. Increment it with every change of the format; `link` refuses a model of another version.
inline constexpr int kModelVersion = 4;

/// Two spaces of indentation, a newline at the end; the same model gives the same bytes.
[[nodiscard]] std::string to_json_text(const model::Model& model);

/// Throws std::runtime_error with an error text for the user if `text` is not a model of this version.
[[nodiscard]] model::Model model_from_json_text(const std::string& text);

/// What the model's JSON says of one type.
[[nodiscard]] nlohmann::ordered_json to_json(const model::Struct& type);
[[nodiscard]] nlohmann::ordered_json to_json(const model::Enum& type);

}  // namespace mcpgen
