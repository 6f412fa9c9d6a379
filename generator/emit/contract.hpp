// What tells one contract of a handler from another.
#pragma once

#include <cstdint>

#include "model/model.hpp"

namespace mcpgen {

// A hash of what the manifest says of the handler and of the forms it may ask for, for state that outlives a build of
// the server.

[[nodiscard]] std::uint64_t contract_of(const model::Tool& tool, const model::Model& model);
[[nodiscard]] std::uint64_t contract_of(const model::Resource& resource, const model::Model& model);
[[nodiscard]] std::uint64_t contract_of(const model::ResourceList& list, const model::Model& model);
[[nodiscard]] std::uint64_t contract_of(const model::Prompt& prompt, const model::Model& model);
[[nodiscard]] std::uint64_t contract_of(const model::Completion& completion, const model::Model& model);

}  // namespace mcpgen
