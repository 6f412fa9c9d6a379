// Functions that clients reach, as JSON.
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "model/model.hpp"

namespace mcpgen {

// Readers throw what nlohmann throws, or std::runtime_error, for what was not written by these.

[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<model::Icon>& icons);
/// Of an object that may have "icons".
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
