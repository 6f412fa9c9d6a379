// Types of the model as JSON, and what they are made of.
#pragma once

#include <nlohmann/json.hpp>

#include "model/model.hpp"

namespace mcpgen {

// Readers throw what nlohmann throws, or std::runtime_error, for what was not written by these.

[[nodiscard]] nlohmann::ordered_json to_json(const Location& at);
[[nodiscard]] Location location_from_json(const nlohmann::ordered_json& json);

[[nodiscard]] nlohmann::ordered_json to_json(const model::Type& type);
[[nodiscard]] model::Type type_from_json(const nlohmann::ordered_json& json);

[[nodiscard]] nlohmann::ordered_json to_json(const model::Member& member);
void read_member(const nlohmann::ordered_json& json, model::Member& member);

[[nodiscard]] nlohmann::ordered_json to_json(const model::Struct& type);
[[nodiscard]] model::Struct struct_from_json(const nlohmann::ordered_json& json);

[[nodiscard]] nlohmann::ordered_json to_json(const model::Enum& type);
[[nodiscard]] model::Enum enum_from_json(const nlohmann::ordered_json& json);

}  // namespace mcpgen
