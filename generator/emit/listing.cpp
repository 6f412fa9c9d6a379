#include "emit/listing.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <mcp/spec/extensions.hpp>
#include <mcp/spec/manifest.hpp>

#include "emit/schema.hpp"
#include "server/completions.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;

namespace {

void set(Json& object, const char* name, const std::string& text) {
  if (!text.empty()) object[name] = text;
}

Json annotations(const model::Tool& tool, const RevisionTraits& revision) {
  Json hints = Json::object();
  // Where a tool has no title of its own, its annotations carry it.
  if (!revision.titles) set(hints, "title", tool.title);
  if (tool.read_only) hints["readOnlyHint"] = *tool.read_only;
  if (tool.destructive) hints["destructiveHint"] = *tool.destructive;
  if (tool.idempotent) hints["idempotentHint"] = *tool.idempotent;
  if (tool.open_world) hints["openWorldHint"] = *tool.open_world;
  return hints;
}

/// A list of Icon objects.
Json icons_json(const std::vector<model::Icon>& icons) {
  Json list = Json::array();
  for (const model::Icon& icon : icons) {
    Json json = {{"src", icon.src}};
    set(json, "mimeType", icon.mime_type);
    if (!icon.sizes.empty()) {
      Json sizes = Json::array();
      std::istringstream words(icon.sizes);
      for (std::string size; words >> size;) sizes.push_back(size);
      json["sizes"] = std::move(sizes);
    }
    set(json, "theme", icon.theme);
    list.push_back(std::move(json));
  }
  return list;
}

/// Annotations of a resource.
Json hints_of(const model::Resource& resource, const RevisionTraits& revision) {
  Json hints = Json::object();
  if (!resource.audience.empty()) hints["audience"] = resource.audience;
  if (resource.priority) hints["priority"] = *resource.priority;
  if (revision.last_modified) set(hints, "lastModified", resource.last_modified);
  return hints;
}

/// What every entry of a list may have at its end.
void finish(Json& json, const std::vector<model::Icon>& icons, const Json& meta, const RevisionTraits& revision) {
  if (revision.icons && !icons.empty()) json["icons"] = icons_json(icons);
  if (revision.meta && !meta.is_null()) json["_meta"] = meta;
}

Json completions_json(const ServerModel& server) {
  Json list = Json::array();
  for (const ListedCompletion& each : completions_of(server)) {
    Json json = {{each.is_of_prompt ? "prompt" : "resource", each.ref}, {"argument", each.argument}};
    if (!each.function) json["values"] = each.values;
    list.push_back(std::move(json));
  }
  return list;
}

bool embeds_resources(const model::Type& type) {
  return type.name == "EmbeddedResource" || std::ranges::any_of(type.arguments, embeds_resources);
}

/// A server whose results embed resources has resources too, though its lists of them may be empty (specification,
/// server/tools, "Embedded Resources").
bool has_resources(const ServerModel& server) {
  const auto embeds = [&](const ServerModel::Ref& ref) {
    const std::optional<model::Type>& result = server.tool(ref).result;
    return result && model::is_content(*result) && embeds_resources(*result);
  };
  return !server.resources.empty() || !server.resource_templates.empty() || !server.resource_lists.empty() ||
         std::ranges::any_of(server.tools, embeds);
}

bool has_tasks(const ServerModel& server) {
  return std::ranges::any_of(server.tools, [&](const ServerModel::Ref& ref) {
    return server.tool(ref).task_support != model::TaskSupport::None;
  });
}

}  // namespace

Json tool_json(const model::Tool& tool, const model::Model& model, const RevisionTraits& revision) {
  Json json = {{"name", tool.name}};
  if (revision.titles) set(json, "title", tool.title);
  set(json, "description", tool.description);
  json["inputSchema"] = input_schema(tool, model);
  if (revision.output_schemas) {
    if (Json schema = output_schema(tool, model); !schema.is_null()) json["outputSchema"] = std::move(schema);
  }
  if (revision.tool_annotations) {
    if (Json hints = annotations(tool, revision); !hints.empty()) json["annotations"] = std::move(hints);
  }
  finish(json, tool.icons, tool.meta, revision);
  return json;
}

Json manifest_json(const model::Tool& tool, const model::Model& model) {
  Json json = tool_json(tool, model, newest_revision());
  if (tool.task_support == model::TaskSupport::Optional) json["taskSupport"] = "optional";
  if (tool.task_support == model::TaskSupport::Required) json["taskSupport"] = "required";
  return json;
}

Json resource_json(const model::Resource& resource, const RevisionTraits& revision) {
  Json json = {{resource.is_template ? "uriTemplate" : "uri", resource.uri}, {"name", resource.name}};
  if (revision.titles) set(json, "title", resource.title);
  set(json, "description", resource.description);
  set(json, "mimeType", resource.mime_type);
  if (resource.size) json["size"] = *resource.size;
  if (Json hints = hints_of(resource, revision); !hints.empty()) json["annotations"] = std::move(hints);
  finish(json, resource.icons, resource.meta, revision);
  return json;
}

Json prompt_json(const model::Prompt& prompt, const RevisionTraits& revision) {
  Json json = {{"name", prompt.name}};
  if (revision.titles) set(json, "title", prompt.title);
  set(json, "description", prompt.description);
  Json arguments = Json::array();
  for (const model::Parameter& parameter : prompt.parameters) {
    if (parameter.source != model::Source::Argument) continue;
    Json argument = {{"name", parameter.name}};
    if (revision.titles) set(argument, "title", parameter.title);
    set(argument, "description", parameter.description);
    argument["required"] = parameter.required;
    arguments.push_back(std::move(argument));
  }
  if (!arguments.empty()) json["arguments"] = std::move(arguments);
  finish(json, prompt.icons, prompt.meta, revision);
  return json;
}

Json server_info(const ServerModel& server, const RevisionTraits& revision) {
  Json json = {{"name", server.server.name}};
  if (revision.titles) set(json, "title", server.server.title);
  json["version"] = server.server.version;
  if (revision.icons) {
    set(json, "websiteUrl", server.server.website);
    if (!server.server.icons.empty()) json["icons"] = icons_json(server.server.icons);
  }
  return json;
}

Json capabilities(const ServerModel& server, const RevisionTraits& revision) {
  Json json = Json::object();
  if (!server.tools.empty()) json["tools"] = {{"listChanged", true}};
  if (has_resources(server)) json["resources"] = {{"subscribe", true}, {"listChanged", true}};
  if (!server.prompts.empty()) json["prompts"] = {{"listChanged", true}};
  if (std::ranges::any_of(server.units, &model::Model::logs)) json["logging"] = Json::object();
  if (revision.completions && !completions_of(server).empty()) json["completions"] = Json::object();
  if (revision.tasks && has_tasks(server)) {
    json["extensions"] = {{mcp::spec::kTasksExtension, Json::object()}};
  }
  return json;
}

std::string manifest_text(const ServerModel& server) {
  Json json = {{"manifest", mcp::spec::kManifestVersion}, {"name", server.server.name}};
  set(json, "title", server.server.title);
  json["version"] = server.server.version;
  set(json, "instructions", server.server.instructions);
  set(json, "website", server.server.website);
  if (!server.server.icons.empty()) json["icons"] = icons_json(server.server.icons);
  json["tools"] = Json::array();
  const RevisionTraits& newest = newest_revision();
  for (const ServerModel::Ref& ref : server.tools) {
    json["tools"].push_back(manifest_json(server.tool(ref), server.unit_of(ref)));
  }
  for (const ServerModel::Ref& ref : server.resources) {
    json["resources"].push_back(resource_json(server.resource(ref), newest));
  }
  for (const ServerModel::Ref& ref : server.resource_templates) {
    json["resourceTemplates"].push_back(resource_json(server.resource(ref), newest));
  }
  for (const ServerModel::Ref& ref : server.prompts) {
    json["prompts"].push_back(prompt_json(server.prompt(ref), newest));
  }
  if (Json completions = completions_json(server); !completions.empty()) json["completions"] = std::move(completions);
  return json.dump(2) + '\n';
}

}  // namespace mcpgen
