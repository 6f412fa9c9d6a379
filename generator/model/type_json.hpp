// Conversion between types of the model, with their members, and JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "model/model.hpp"

namespace mcpgen {

// Readers throw nlohmann's exceptions or std::runtime_error for JSON that these writers did not write.

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
