#include "emit/unit.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>

#include "emit/cpp_text.hpp"
#include "emit/form.hpp"
#include "emit/handler_code.hpp"
#include "emit/member_table.hpp"
#include "emit/template.hpp"
#include "emit/version.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using model::Model;

namespace {

Json struct_values(const model::Struct& type) {
  MemberTable table;
  for (const model::Member& member : type.members) table.add(member, type.cpp_name);
  Json values = {{"cpp_name", type.cpp_name}, {"bindings", Json::array()}, {"tag", ""}};
  if (type.is_counted) {
    std::string names;
    for (std::size_t i = 0; i < type.members.size(); ++i) names += (i == 0 ? "mcp_" : ", mcp_") + std::to_string(i);
    values["bindings"].push_back({{"names", names}});
  }
  if (!type.tag_name.empty()) values["tag"] = ", " + cpp_string(type.tag_name) + ", " + cpp_string(type.tag_value);
  std::move(table).finish(values);
  return values;
}

Json enum_values(const model::Enum& type) {
  Json enumerators = Json::array();
  for (const model::Enumerator& each : type.enumerators) {
    enumerators.push_back({{"name", cpp_string(each.name)}, {"value", cpp_int64(each.value)}});
  }
  return {{"cpp_name", type.cpp_name},
          {"count", std::to_string(type.enumerators.size())},
          {"enumerators", std::move(enumerators)}};
}

/// The schema of a form as a literal; what `revision` cannot ask for is empty.
std::string form_text(const model::Asked& asked, const Model& model, Revision revision) {
  const Json form = asked.is_form ? form_json(asked, model, revision) : Json();
  return form.is_null() ? std::string("{}") : cpp_json_string(form.dump());
}

Json asked_values(const model::Asked& asked, const Model& model) {
  return {{"cpp_name", asked.cpp_name},
          {"name", cpp_string(asked.name)},
          {"form", form_text(asked, model, Revision::V2025_11_25)},
          {"form_2025_06_18", form_text(asked, model, Revision::V2025_06_18)}};
}

bool has_raw_schema(const Model& model) {
  return std::ranges::any_of(model.tools, [](const model::Tool& tool) {
    return !tool.raw_input_schema.is_null() || !tool.raw_output_schema.is_null();
  });
}

/// The runtime's headers that the source's types and functions need.
Json headers_of(const Model& model) {
  Json headers = Json::array();
  const auto add = [&](const std::string& header) { headers.push_back({{"header", header}}); };
  for (const std::string& header : model.codec_headers) add("codec/" + header);
  if (has_raw_schema(model)) add("codec/raw_schema");
  if (!model.completions.empty()) add("completion");
  if (!model.prompts.empty()) add("prompt");
  if (!model.resources.empty() || !model.resource_lists.empty()) add("resource");
  bool has_tasks = false;
  for_each_handler(model, [&](const model::Handler& handler) { has_tasks = has_tasks || handler.is_task; });
  if (has_tasks) add("task");
  return headers;
}

/// All handlers of a source, and the classes whose members they are.
class Handlers {
 public:
  explicit Handlers(const Model& model) : model_(model) {
    add(model.tools, "Tool");
    add(model.resources, "Resource");
    add(model.resource_lists, "ResourceList");
    add(model.prompts, "Prompt");
    add(model.completions, "Completion");
  }

  void finish(Json& values) && {
    values["has_handlers"] = !handlers_.empty();
    values["handler_count"] = std::to_string(handlers_.size());
    values["handlers"] = std::move(handlers_);
    values["owners"] = std::move(owners_);
    values["reopened"] = std::move(reopened_);
  }

 private:
  template <class Handler>
  void add(const std::vector<Handler>& handlers, const std::string& kind) {
    for (std::size_t i = 0; i < handlers.size(); ++i) {
      // Two may share a name only once the dots and dashes are gone, so the place is part of the id.
      const std::string id = kind + std::to_string(i) + '_' + cpp_identifier(handlers[i].name);
      Json values = handler_values(handlers[i], model_, id);
      values["owner"] = owner_of(handlers[i]);
      if (!handlers[i].reopened.empty()) reopened_.push_back(reopened_values(handlers[i], id));
      handlers_.push_back(std::move(values));
    }
  }

  std::string owner_of(const model::Handler& handler) {
    if (!handler.owner) return "nullptr";
    const auto [entry, added] = owner_ids_.emplace(handler.owner->cpp_name, "kOwner" + std::to_string(owners_.size()));
    if (added) {
      owners_.push_back(
          {{"id", entry->second}, {"cpp_name", handler.owner->cpp_name}, {"name", cpp_string(handler.owner->name)}});
    }
    return '&' + entry->second;
  }

  const Model& model_;
  Json handlers_ = Json::array();
  Json owners_ = Json::array();
  Json reopened_ = Json::array();
  std::map<std::string, std::string> owner_ids_;
};

}  // namespace

std::string unit_code(const Model& model, const std::string& source) {
  Json values = {{"version", kGeneratorVersion},
                 {"abi", std::to_string(kGeneratedAbi)},
                 {"source", source},
                 {"unit", model.unit},
                 {"headers", headers_of(model)},
                 {"forward", Json::array()},
                 {"enums", Json::array()},
                 {"structs", Json::array()}};
  for (const auto& [key, type] : model.enums) values["enums"].push_back(enum_values(type));
  for (const auto& [key, type] : model.structs) {
    values["forward"].push_back({{"cpp_name", type.cpp_name}});
    values["structs"].push_back(struct_values(type));
  }
  Handlers(model).finish(values);
  values["has_asked"] = !model.asked.empty();
  values["asked_count"] = std::to_string(model.asked.size());
  values["asked"] = Json::array();
  for (const model::Asked& each : model.asked) values["asked"].push_back(asked_values(each, model));
  return render_template("unit.inc", values);
}

}  // namespace mcpgen
