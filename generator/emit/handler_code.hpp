// The generated part of one function that clients reach: its arguments, its table entry, the call.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "model/model.hpp"

namespace mcpgen {

// Values for the section `handlers` of templates/unit.inc. `id` names the struct that describes the handler,
// `owner` the address of the constant of the class whose member it is; empty: it needs no object.

[[nodiscard]] nlohmann::ordered_json handler_values(const model::Tool& tool, const model::Model& model,
                                                    const std::string& id, const std::string& owner);
[[nodiscard]] nlohmann::ordered_json handler_values(const model::Resource& resource, const model::Model& model,
                                                    const std::string& id, const std::string& owner);
[[nodiscard]] nlohmann::ordered_json handler_values(const model::ResourceList& list, const model::Model& model,
                                                    const std::string& id, const std::string& owner);
[[nodiscard]] nlohmann::ordered_json handler_values(const model::Prompt& prompt, const model::Model& model,
                                                    const std::string& id, const std::string& owner);
[[nodiscard]] nlohmann::ordered_json handler_values(const model::Completion& completion, const model::Model& model,
                                                    const std::string& id, const std::string& owner);

/// Values of what stands before the handlers for a function that has to be named from within its namespaces.
[[nodiscard]] nlohmann::ordered_json reopened_values(const model::Handler& handler, const std::string& id);

}  // namespace mcpgen
