#include "emit/server_unit.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emit/cpp_text.hpp"
#include "emit/listing.hpp"
#include "emit/template.hpp"
#include "emit/version.hpp"
#include "emit/versioned.hpp"
#include "server/completions.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;

namespace {

/// The handlers of a unit stand in one table: tools, resources, lists, prompts, completions.
enum class Kind { Tool, Resource, ResourceList, Prompt, Completion };

/// C++ for the table entry of a handler.
std::string handler_of(const ServerModel& server, const ServerModel::Ref& ref, Kind kind) {
  const model::Model& unit = server.unit_of(ref);
  std::size_t index = ref.index;
  if (kind > Kind::Tool) index += unit.tools.size();
  if (kind > Kind::Resource) index += unit.resources.size();
  if (kind > Kind::ResourceList) index += unit.resource_lists.size();
  if (kind > Kind::Prompt) index += unit.prompts.size();
  return '&' + unit.unit + "::kHandlers[" + std::to_string(index) + ']';
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// The parameters in a line, those that may be left out in brackets.
std::string usage(const model::Handler& handler) {
  std::string text;
  for (const model::Parameter& parameter : handler.parameters) {
    if (parameter.source != model::Source::Argument) continue;
    if (!text.empty()) text += ", ";
    text += parameter.required ? parameter.name : '[' + parameter.name + ']';
  }
  return text;
}
std::string usage_of_tool(const model::Tool& tool) {
  std::string text;
  if (!tool.raw_input_schema.is_null()) {
    const Json required = tool.raw_input_schema.value("required", Json::array());
    const Json properties = tool.raw_input_schema.value("properties", Json::object());
    for (const auto& [name, schema] : properties.items()) {
      if (!text.empty()) text += ", ";
      text += std::ranges::find(required, Json(name)) != required.end() ? name : '[' + name + ']';
    }
    return text;
  }
  return usage(tool);
}

/// A member of an aggregate: `.name = value`. Such as are as usual are left out.
struct Field {
  std::string_view name;
  std::string value;
};

/// An element of a table, or the end of an aggregate's initialiser: a line for each member.
Json element(const std::vector<Field>& fields) {
  Json lines = Json::array();
  for (const Field& field : fields) lines.push_back({{"name", field.name}, {"value", field.value}});
  return {{"fields", std::move(lines)}};
}

/// The text of a field, which stands at column `8 + 4 + name`.
std::string text_field(std::string_view name, std::string_view text) {
  return cpp_long_string(text, 8 + std::string_view(". = ").size() + name.size(), "");
}

/// The tables of a server, as values of the template.
class Tables {
 public:
  explicit Tables(const ServerModel& server) : server_(server) {}

  void finish(Json& values) && {
    add("info", "kInfo", [&](const RevisionTraits& revision) { return server_info(server_, revision); });
    add("capabilities", "kCapabilities",
        [&](const RevisionTraits& revision) { return capabilities(server_, revision); });
    add_tools();
    add_resources("resources", "kResources", "kResource_", server_.resources);
    add_resources("resource_templates", "kResourceTemplates", "kTemplate_", server_.resource_templates);
    add_providers();
    add_prompts();
    add_completions();
    add_asked();
    values["objects"] = std::move(objects_);
    values["values"] = std::move(values_);
    values["tables"] = std::move(tables_);
    for (const Field& field : fields_) values["fields"].push_back({{"name", field.name}, {"value", field.value}});
  }

 private:
  /// An object that revisions know in different ways; without members there is none.
  void add_object(const std::string& name, const ObjectOfRevision& object) {
    Json elements = Json::array();
    for (std::string& line : versioned_elements(object)) elements.push_back({{"line", std::move(line)}});
    objects_.push_back({{"name", name}, {"elements", std::move(elements)}});
  }
  /// One that the descriptor has as its member `field`.
  void add(std::string_view field, const std::string& name, const ObjectOfRevision& object) {
    if (versioned(object).empty()) return;
    add_object(name, object);
    fields_.push_back({field, name});
  }
  /// A table that the descriptor has as its member `field`; without elements there is none.
  void add_table(std::string_view field, const std::string& name, const std::string& type, Json elements) {
    if (elements.empty()) return;
    tables_.push_back({{"type", type}, {"name", name}, {"elements", std::move(elements)}});
    fields_.push_back({field, name});
  }

  void add_tools() {
    Json elements = Json::array();
    for (const ServerModel::Ref& ref : server_.tools) {
      const model::Tool& tool = server_.tool(ref);
      const std::string entry = names_.take("kTool_", tool.name);
      add_object(entry,
                 [&](const RevisionTraits& revision) { return tool_json(tool, server_.unit_of(ref), revision); });
      elements.push_back(element({{"name", cpp_string(tool.name)},
                                  {"summary", text_field("summary", first_line(tool.description))},
                                  {"usage", text_field("usage", usage_of_tool(tool))},
                                  {"handler", handler_of(server_, ref, Kind::Tool)},
                                  {"entry", entry}}));
    }
    add_table("tools", "kTools", "detail::ListedTool", std::move(elements));
  }

  void add_resources(std::string_view field, const std::string& name, std::string_view prefix,
                     const std::vector<ServerModel::Ref>& refs) {
    Json elements = Json::array();
    for (const ServerModel::Ref& ref : refs) {
      const model::Resource& resource = server_.resource(ref);
      const std::string entry = names_.take(prefix, resource.name);
      add_object(entry, [&](const RevisionTraits& revision) { return resource_json(resource, revision); });
      std::vector<Field> fields = {{"uri", text_field("uri", resource.uri)},
                                   {"name", cpp_string(resource.name)},
                                   {"summary", text_field("summary", first_line(resource.description))},
                                   {"mime_type", cpp_string(resource.mime_type)},
                                   {"handler", handler_of(server_, ref, Kind::Resource)}};
      if (resource.cache_ttl_ms != 0 || resource.is_cached_for_all) {
        fields.push_back({"caching", "{.ttl_ms = " + std::to_string(resource.cache_ttl_ms) +
                                         ", .is_public = " + cpp_bool(resource.is_cached_for_all) + '}'});
      }
      fields.push_back({"entry", entry});
      elements.push_back(element(fields));
    }
    add_table(field, name, "detail::ListedResource", std::move(elements));
  }

  void add_providers() {
    Json elements = Json::array();
    for (const ServerModel::Ref& ref : server_.resource_lists) {
      elements.push_back(element({{"name", cpp_string(server_.resource_list(ref).name)},
                                  {"handler", handler_of(server_, ref, Kind::ResourceList)}}));
    }
    add_table("resource_providers", "kProviders", "detail::ResourceProvider", std::move(elements));
  }

  void add_prompts() {
    Json elements = Json::array();
    for (const ServerModel::Ref& ref : server_.prompts) {
      const model::Prompt& prompt = server_.prompt(ref);
      const std::string entry = names_.take("kPrompt_", prompt.name);
      add_object(entry, [&](const RevisionTraits& revision) { return prompt_json(prompt, revision); });
      elements.push_back(element({{"name", cpp_string(prompt.name)},
                                  {"summary", text_field("summary", first_line(prompt.description))},
                                  {"usage", text_field("usage", usage(prompt))},
                                  {"handler", handler_of(server_, ref, Kind::Prompt)},
                                  {"entry", entry}}));
    }
    add_table("prompts", "kPrompts", "detail::ListedPrompt", std::move(elements));
  }

  /// And those of the values that some of them have.
  void add_completions() {
    Json elements = Json::array();
    for (const ListedCompletion& each : completions_of(server_)) {
      std::vector<Field> fields = {
          {"of", std::string("detail::ListedCompletion::Of::") + (each.is_of_prompt ? "Prompt" : "Resource")},
          {"ref", text_field("ref", each.ref)},
          {"argument", cpp_string(each.argument)}};
      if (each.function) {
        fields.push_back({"handler", handler_of(server_, *each.function, Kind::Completion)});
      } else {
        const std::string name = names_.take("kValuesOf_", each.argument);
        Json texts = Json::array();
        for (const std::string& value : each.values) texts.push_back({{"text", cpp_string(value)}});
        values_.push_back({{"name", name}, {"type", "std::string_view"}, {"texts", std::move(texts)}});
        fields.push_back({"values", name});
      }
      elements.push_back(element(fields));
    }
    add_table("completions", "kCompletions", "detail::ListedCompletion", std::move(elements));
  }

  void add_asked() {
    std::vector<std::string> units;
    for (const model::Model& unit : server_.units) {
      if (!unit.asked.empty()) units.push_back(unit.unit + "::kAsked");
    }
    if (units.empty()) return;
    values_.push_back({{"name", "kAsked"}, {"type", "std::span<const detail::AskedType>"}, {"texts", Json::array()}});
    for (std::string& unit : units) values_.back()["texts"].push_back({{"text", std::move(unit)}});
    fields_.push_back({"asked", "kAsked"});
  }

  const ServerModel& server_;
  UniqueNames names_;
  Json objects_ = Json::array();
  Json values_ = Json::array();
  Json tables_ = Json::array();
  std::vector<Field> fields_;  // of the descriptor
};

void set_units(Json& values, const ServerModel& server) {
  for (const model::Model& unit : server.units) {
    std::size_t count = 0;
    for_each_handler(unit, [&](const model::Handler&) { ++count; });
    if (count == 0 && unit.asked.empty()) continue;
    values["units"].push_back({{"unit", unit.unit},
                               {"has_handlers", count != 0},
                               {"count", std::to_string(count)},
                               {"has_asked", !unit.asked.empty()},
                               {"asked_count", std::to_string(unit.asked.size())}});
  }
}

}  // namespace

std::string server_code(const ServerModel& server, const ServerUnitOptions& options) {
  const auto text = [](std::string_view name, std::string_view value) {
    return cpp_long_string(value, 4 + std::string_view(". = ").size() + name.size(), "sv");
  };
  Json values = {{"version", kGeneratorVersion}, {"abi", std::to_string(kGeneratedAbi)},
                 {"target", server.target},      {"has_main", options.with_main},
                 {"units", Json::array()},       {"fields", Json::array()}};
  const auto add = [&](std::string_view name, std::string value) {
    values["fields"].push_back({{"name", name}, {"value", std::move(value)}});
  };
  add("name", text("name", server.server.name));
  add("version", text("version", server.server.version));
  if (!server.server.instructions.empty()) add("instructions", text("instructions", server.server.instructions));
  add("page_size", std::to_string(options.page_size));
  set_units(values, server);
  Tables(server).finish(values);
  return render_template("server.cpp", values);
}

}  // namespace mcpgen
