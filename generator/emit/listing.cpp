#include "emit/listing.hpp"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "emit/schema.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;

namespace {

/// Raised when the manifest changes its shape.
constexpr int kManifestVersion = 1;

void set(Json& object, const char* name, const std::string& text) {
  if (!text.empty()) object[name] = text;
}

Json annotations(const model::Tool& tool, Revision revision) {
  Json hints = Json::object();
  // Before 2025-06-18 a tool has no title of its own; the annotations carry it.
  if (revision < Revision::V2025_06_18) set(hints, "title", tool.title);
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

}  // namespace

Json tool_json(const model::Tool& tool, const model::Model& model, Revision revision) {
  Json json = {{"name", tool.name}};
  if (revision >= Revision::V2025_06_18) set(json, "title", tool.title);
  set(json, "description", tool.description);
  json["inputSchema"] = input_schema(tool, model);
  if (revision >= Revision::V2025_06_18) {
    if (Json schema = output_schema(tool, model); !schema.is_null()) json["outputSchema"] = std::move(schema);
  }
  if (revision >= Revision::V2025_03_26) {
    if (Json hints = annotations(tool, revision); !hints.empty()) json["annotations"] = std::move(hints);
  }
  if (revision >= Revision::V2025_11_25 && !tool.icons.empty()) json["icons"] = icons_json(tool.icons);
  if (revision >= Revision::V2025_06_18 && !tool.meta.is_null()) json["_meta"] = tool.meta;
  return json;
}

Json server_info(const ServerModel& server, Revision revision) {
  Json json = {{"name", server.server.name}};
  if (revision >= Revision::V2025_06_18) set(json, "title", server.server.title);
  json["version"] = server.server.version;
  if (revision >= Revision::V2025_11_25) {
    set(json, "websiteUrl", server.server.website);
    if (!server.server.icons.empty()) json["icons"] = icons_json(server.server.icons);
  }
  return json;
}

Json capabilities(const ServerModel& server, Revision) {
  Json json = Json::object();
  if (!server.tools.empty()) json["tools"] = Json::object();
  return json;
}

std::string manifest_text(const ServerModel& server) {
  Json json = {{"manifest", kManifestVersion}, {"name", server.server.name}};
  set(json, "title", server.server.title);
  json["version"] = server.server.version;
  set(json, "instructions", server.server.instructions);
  set(json, "website", server.server.website);
  if (!server.server.icons.empty()) json["icons"] = icons_json(server.server.icons);
  json["tools"] = Json::array();
  for (const ServerModel::ToolRef& ref : server.tools) {
    json["tools"].push_back(tool_json(server.tool(ref), server.unit_of(ref), Revision::V2026_07_28));
  }
  return json.dump(2) + '\n';
}

}  // namespace mcpgen
