#include "emit/contract.hpp"

#include "emit/fingerprint.hpp"
#include "emit/listing.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using model::Model;

namespace {

std::uint64_t contract_of(const Json& said, const Model& /*model*/) { return fingerprint(said.dump()); }

}  // namespace

std::uint64_t contract_of(const model::Tool& tool, const Model& model) {
  return contract_of(tool_json(tool, model, Revision::V2026_07_28), model);
}
std::uint64_t contract_of(const model::Resource& resource, const Model& model) {
  return contract_of(resource_json(resource, Revision::V2026_07_28), model);
}
std::uint64_t contract_of(const model::ResourceList& list, const Model& model) {
  return contract_of(Json{{"list", list.name}}, model);
}
std::uint64_t contract_of(const model::Prompt& prompt, const Model& model) {
  return contract_of(prompt_json(prompt, Revision::V2026_07_28), model);
}
std::uint64_t contract_of(const model::Completion& completion, const Model& model) {
  return contract_of(
      Json{{completion.is_of_prompt ? "prompt" : "resource", completion.ref}, {"argument", completion.argument}},
      model);
}

}  // namespace mcpgen
