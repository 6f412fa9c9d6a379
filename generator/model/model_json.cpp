#include "model/model_json.hpp"

#include <stdexcept>

#include "model/handler_json.hpp"
#include "model/json_words.hpp"
#include "model/type_json.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using namespace model;  // NOLINT(google-build-using-namespace): this file is the model's other face

namespace {

Json server_json(const Server& server) {
  Json json = Json::object();
  set(json, "name", server.name);
  set(json, "title", server.title);
  set(json, "version", server.version);
  set(json, "instructions", server.instructions);
  set(json, "website", server.website);
  if (!server.icons.empty()) json["icons"] = to_json(server.icons);
  json["at"] = to_json(server.at);
  return json;
}
Server server_from_json(const Json& json) {
  Server server;
  get(json, "name", server.name);
  get(json, "title", server.title);
  get(json, "version", server.version);
  get(json, "instructions", server.instructions);
  get(json, "website", server.website);
  server.icons = icons_from_json(json);
  server.at = location_from_json(json.at("at"));
  return server;
}

Json asked_json(const Asked& asked) {
  Json json = {{"name", asked.name}, {"cpp_name", asked.cpp_name}, {"type", to_json(asked.type)}};
  if (asked.is_form) json["form"] = true;
  if (asked.is_stored) json["stored"] = true;
  return json;
}
Asked asked_from_json(const Json& json) {
  return {json.at("cpp_name"), json.at("name"), type_from_json(json.at("type")), json.value("form", false),
          json.value("stored", false)};
}

template <class T>
Json list_json(const std::vector<T>& list) {
  Json json = Json::array();
  for (const T& each : list) json.push_back(to_json(each));
  return json;
}
template <class T>
void read_list(const Json& json, const char* name, std::vector<T>& list) {
  if (!json.contains(name)) return;
  for (const Json& each : json.at(name)) from_json(each, list.emplace_back());
}

}  // namespace

std::string to_json_text(const Model& model) {
  Json json = {{"model", kModelVersion}, {"unit", model.unit}};
  if (model.server) json["server"] = server_json(*model.server);
  json["tools"] = list_json(model.tools);
  if (!model.resources.empty()) json["resources"] = list_json(model.resources);
  if (!model.resource_lists.empty()) json["resource_lists"] = list_json(model.resource_lists);
  if (!model.prompts.empty()) json["prompts"] = list_json(model.prompts);
  if (!model.completions.empty()) json["completions"] = list_json(model.completions);
  for (const Asked& each : model.asked) json["asked"].push_back(asked_json(each));
  if (model.logs) json["logs"] = true;
  if (model.main_at) json["main_at"] = to_json(*model.main_at);
  if (!model.codec_headers.empty()) json["codec_headers"] = model.codec_headers;
  json["structs"] = Json::object();
  for (const auto& [key, type] : model.structs) json["structs"][key] = to_json(type);
  json["enums"] = Json::object();
  for (const auto& [key, type] : model.enums) json["enums"][key] = to_json(type);
  return json.dump(2) + '\n';
}

Model model_from_json_text(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("model") != kModelVersion) throw std::runtime_error("it is of another version");
    Model model;
    model.unit = json.at("unit");
    if (json.contains("server")) model.server = server_from_json(json.at("server"));
    if (json.contains("codec_headers")) model.codec_headers = json.at("codec_headers");
    read_list(json, "tools", model.tools);
    read_list(json, "resources", model.resources);
    read_list(json, "resource_lists", model.resource_lists);
    read_list(json, "prompts", model.prompts);
    read_list(json, "completions", model.completions);
    for (const Json& each : json.value("asked", Json::array())) model.asked.push_back(asked_from_json(each));
    model.logs = json.value("logs", false);
    if (json.contains("main_at")) model.main_at = location_from_json(json.at("main_at"));
    for (const auto& [key, type] : json.at("structs").items()) model.structs.emplace(key, struct_from_json(type));
    for (const auto& [key, type] : json.at("enums").items()) model.enums.emplace(key, enum_from_json(type));
    return model;
  } catch (const std::exception& error) {
    throw std::runtime_error(std::string("not a model of this mcpgen: ") + error.what());
  }
}

}  // namespace mcpgen
