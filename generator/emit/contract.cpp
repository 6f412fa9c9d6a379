#include "emit/contract.hpp"

#include <algorithm>
#include <string>

#include <mcp/spec/fingerprint.hpp>

#include "emit/form.hpp"
#include "emit/listing.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using model::Model;

namespace {

/// Who takes a Context may ask for any form of the source: what it calls may do so for it.
std::uint64_t contract_of(const model::Handler& handler, const Json& said, const Model& model) {
  std::string text = said.dump();
  const auto context = std::ranges::find(handler.parameters, model::Source::Context, &model::Parameter::source);
  if (context != handler.parameters.end()) {
    for (const model::Asked& asked : model.asked) {
      if (asked.is_form) text += form_json(asked, model, newest_revision().forms).dump();
    }
  }
  return mcp::spec::fingerprint(text);
}

}  // namespace

std::uint64_t contract_of(const model::Tool& tool, const Model& model) {
  return contract_of(tool, manifest_json(tool, model), model);
}
std::uint64_t contract_of(const model::Resource& resource, const Model& model) {
  return contract_of(resource, resource_json(resource, newest_revision()), model);
}
std::uint64_t contract_of(const model::ResourceList& list, const Model& model) {
  return contract_of(list, Json{{"list", list.name}}, model);
}
std::uint64_t contract_of(const model::Prompt& prompt, const Model& model) {
  return contract_of(prompt, prompt_json(prompt, newest_revision()), model);
}
std::uint64_t contract_of(const model::Completion& completion, const Model& model) {
  return contract_of(
      completion,
      Json{{completion.is_of_prompt ? "prompt" : "resource", completion.ref}, {"argument", completion.argument}},
      model);
}

}  // namespace mcpgen
