#include <ostream>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include <mcp/spec/manifest.hpp>
#include <mcp/spec/revision_traits.hpp>

#include "cli/commands.hpp"
#include "registry/versioned_object.hpp"

namespace mcp::cli {

namespace {

using Json = nlohmann::ordered_json;

/// As the newest revision knows it.
Json newest(detail::VersionedObject object) {
  return Json::parse(detail::object_text(object, static_cast<Revision>(spec::kRevisions.size() - 1)));
}

Json tool_json(const detail::ListedTool& tool) {
  Json json = newest(tool.entry);
  if (tool.handler->task == detail::TaskSupport::Optional) json["taskSupport"] = "optional";
  if (tool.handler->task == detail::TaskSupport::Required) json["taskSupport"] = "required";
  return json;
}

Json completion_json(const detail::ListedCompletion& completion) {
  const bool of_prompt = completion.of == detail::ListedCompletion::Of::Prompt;
  Json json = {{of_prompt ? "prompt" : "resource", completion.ref}, {"argument", completion.argument}};
  if (completion.handler == nullptr) json["values"] = completion.values;
  return json;
}

void move_member(Json& from, const char* name, Json& to, const char* new_name) {
  if (const auto found = from.find(name); found != from.end()) to[new_name] = std::move(*found);
}

}  // namespace

int manifest(const detail::ServerDescriptor& descriptor, std::ostream& out) {
  Json info = newest(descriptor.info);
  Json json = {{"manifest", spec::kManifestVersion}, {"name", descriptor.name}};
  move_member(info, "title", json, "title");
  json["version"] = descriptor.version;
  if (!descriptor.instructions.empty()) json["instructions"] = descriptor.instructions;
  move_member(info, "websiteUrl", json, "website");
  move_member(info, "icons", json, "icons");
  json["tools"] = Json::array();
  for (const detail::ListedTool& tool : descriptor.tools) json["tools"].push_back(tool_json(tool));
  for (const detail::ListedResource& each : descriptor.resources) json["resources"].push_back(newest(each.entry));
  for (const detail::ListedResource& each : descriptor.resource_templates) {
    json["resourceTemplates"].push_back(newest(each.entry));
  }
  for (const detail::ListedPrompt& prompt : descriptor.prompts) json["prompts"].push_back(newest(prompt.entry));
  for (const detail::ListedCompletion& each : descriptor.completions) {
    json["completions"].push_back(completion_json(each));
  }
  out << json.dump(2) << '\n';
  return 0;
}

}  // namespace mcp::cli
