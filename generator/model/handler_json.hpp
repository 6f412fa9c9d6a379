// Conversion between handlers of the model and JSON.
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "model/model.hpp"

namespace mcpgen {

// Readers throw nlohmann's exceptions or std::runtime_error for JSON that these writers did not write.

[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<model::Icon>& icons);
/// The icons of an object; empty if it has none.
[[nodiscard]] std::vector<model::Icon> icons_from_json(const nlohmann::ordered_json& json);

[[nodiscard]] nlohmann::ordered_json to_json(const model::Tool& tool);
[[nodiscard]] nlohmann::ordered_json to_json(const model::Resource& resource);
[[nodiscard]] nlohmann::ordered_json to_json(const model::ResourceList& list);
[[nodiscard]] nlohmann::ordered_json to_json(const model::Prompt& prompt);
[[nodiscard]] nlohmann::ordered_json to_json(const model::Completion& completion);

void from_json(const nlohmann::ordered_json& json, model::Tool& tool);
void from_json(const nlohmann::ordered_json& json, model::Resource& resource);
void from_json(const nlohmann::ordered_json& json, model::ResourceList& list);
void from_json(const nlohmann::ordered_json& json, model::Prompt& prompt);
void from_json(const nlohmann::ordered_json& json, model::Completion& completion);

}  // namespace mcpgen
