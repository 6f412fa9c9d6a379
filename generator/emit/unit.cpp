#include "emit/unit.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
  for (const model::Member& member : type.members) table.add(member, "McpObject");
  const std::string head = "struct codec<" + type.cpp_name + '>';
  const std::string base = ": detail::ObjectCodec<" + type.cpp_name + "> {";
  const bool is_long = head.size() + 1 + base.size() > kColumns;
  Json values = {
      {"cpp_name", type.cpp_name}, {"head", head + (is_long ? "\n    " : " ") + base}, {"bindings", Json::array()}};
  if (type.is_counted) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < type.members.size(); ++i) names.push_back("mcp_" + std::to_string(i));
    values["bindings"].push_back({{"line", cpp_list("[[maybe_unused]] const auto& [", names, "] = mcp_value;", 4)}});
  }
  std::move(table).finish(values);
  std::string tag;
  if (!type.tag_name.empty()) tag = ", " + cpp_string(type.tag_name) + ", " + cpp_string(type.tag_value);
  values["object"] = "kObject{" + values["table"].get<std::string>() + tag + "};";
  return values;
}

/// A plain number where it fits an int.
std::string enumerator_value(const std::string& decimal) {
  constexpr std::size_t kDigitsOfAnyInt = 9;
  return decimal.size() <= kDigitsOfAnyInt ? decimal : cpp_int64(decimal);
}

Json enum_values(const model::Enum& type) {
  Json enumerators = Json::array();
  for (const model::Enumerator& each : type.enumerators) {
    enumerators.push_back({{"line", '{' + cpp_string(each.name) + ", " + enumerator_value(each.value) + "},"}});
  }
  return {{"cpp_name", type.cpp_name},
          {"table", "kEnumeration{kEnumerators, " + std::to_string(type.enumerators.size()) + "};"},
          {"enumerators", std::move(enumerators)}};
}

/// What a source asks for: types, and the schemas of forms, each once.
class AskedTypes {
 public:
  explicit AskedTypes(const Model& model) : model_(model) {
    for (const model::Asked& asked : model.asked) add(asked);
  }

  void finish(Json& values) && {
    values["has_asked"] = !asked_.empty();
    values["asked_count"] = std::to_string(asked_.size());
    values["asked"] = std::move(asked_);
    values["has_forms"] = !forms_.empty();
    values["forms"] = std::move(forms_);
  }

 private:
  void add(const model::Asked& asked) {
    std::string forms;
    for (std::size_t i = 0; i < mcp::spec::kFormSchemas; ++i) {
      forms += (i == 0 ? "" : ", ") + form_of(asked, static_cast<mcp::spec::FormSchemas>(i + 1));
    }
    asked_.push_back({{"cpp_name", asked.cpp_name},
                      {"name", cpp_string(asked.name)},
                      {"is_form", asked.is_form},
                      {"is_stored", asked.is_stored},
                      {"forms", '{' + forms + '}'}});
  }

  /// The constant that has the schema.
  std::string form_of(const model::Asked& asked, mcp::spec::FormSchemas schemas) {
    const Json form = asked.is_form ? form_json(asked, model_, schemas) : Json();
    if (form.is_null()) return "std::string_view()";
    const auto [known, is_new] = constants_.emplace(form.dump(), std::string());
    if (is_new) {
      known->second = names_.take("kForm_", asked.name);
      forms_.push_back({{"name", known->second}, {"text", cpp_json_string(known->first, 4, ";")}});
    }
    return known->second;
  }

  const Model& model_;
  UniqueNames names_;
  std::map<std::string, std::string> constants_;  // by schema
  Json asked_ = Json::array();
  Json forms_ = Json::array();
};

bool has_raw_schema(const Model& model) {
  return std::ranges::any_of(model.tools, [](const model::Tool& tool) {
    return !tool.raw_input_schema.is_null() || !tool.raw_output_schema.is_null();
  });
}

/// The runtime's headers that the source's types and functions need.
Json headers_of(const Model& model) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) { names.push_back(name); };
  for (const std::string& header : model.codec_headers) add("codec/" + header);
  if (has_raw_schema(model)) add("codec/raw_schema");
  if (!model.completions.empty()) add("completion");
  if (!model.prompts.empty()) add("prompt");
  if (!model.resources.empty() || !model.resource_lists.empty()) add("resource");
  bool has_tasks = false;
  for_each_handler(model, [&](const model::Handler& handler) { has_tasks = has_tasks || handler.is_task; });
  if (has_tasks) add("task");
  std::ranges::sort(names);
  Json headers = Json::array();
  for (std::string& name : names) headers.push_back({{"header", std::move(name)}});
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
    values["has_owners"] = !owners_.empty();
    values["owners"] = std::move(owners_);
    values["reopened"] = std::move(reopened_);
  }

 private:
  template <class Handler>
  void add(const std::vector<Handler>& handlers, const std::string& kind) {
    for (const Handler& handler : handlers) {
      const std::string id = names_.take("Mcp" + kind + '_', handler.name);
      handlers_.push_back(handler_values(handler, model_, id, owner_of(handler)));
      if (!handler.reopened.empty()) reopened_.push_back(reopened_values(handler, id));
    }
  }

  /// The address of the constant of its class; empty: it needs no object.
  std::string owner_of(const model::Handler& handler) {
    if (!handler.owner) return {};
    const auto [entry, added] = owner_ids_.emplace(handler.owner->cpp_name, "kOwner" + std::to_string(owners_.size()));
    if (added) {
      owners_.push_back({{"line", cpp_list("constexpr detail::Owner " + entry->second + " = detail::make_owner<" +
                                               handler.owner->cpp_name + ">(",
                                           {cpp_string(handler.owner->name)}, ");", 0)}});
    }
    return '&' + entry->second;
  }

  const Model& model_;
  UniqueNames names_;
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
                 {"has_headers", !headers_of(model).empty()},
                 {"headers", headers_of(model)},
                 {"forward", Json::array()},
                 {"enums", Json::array()},
                 {"structs", Json::array()}};
  for (const auto& [key, type] : model.enums) values["enums"].push_back(enum_values(type));
  for (const auto& [key, type] : model.structs) {
    values["forward"].push_back({{"cpp_name", type.cpp_name}});
    values["structs"].push_back(struct_values(type));
  }
  values["has_types"] = !model.enums.empty() || !model.structs.empty();
  Handlers(model).finish(values);
  AskedTypes(model).finish(values);
  return render_template("unit.inc", values);
}

}  // namespace mcpgen
