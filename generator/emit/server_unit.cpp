#include "emit/server_unit.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "emit/cpp_text.hpp"
#include "emit/fingerprint.hpp"
#include "emit/listing.hpp"
#include "emit/template.hpp"
#include "emit/version.hpp"
#include "server/completions.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;

namespace {

std::string hex(std::uint64_t number) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.begin(), digits.end(), number, 16).ptr;
  return {digits.begin(), end};
}

/// The pages of a list in one revision; `member` is that of the result, "tools". A cursor names the page and the
/// contract, so that one from another build of the server is refused instead of skipping entries.
Json pages_of(std::vector<Json> entries, const std::string& member, std::size_t page_size) {
  std::string all;
  for (const Json& entry : entries) all += entry.dump();
  const std::string contract = hex(fingerprint(all));
  const auto cursor = [&](std::size_t page) { return member + '-' + contract + '-' + std::to_string(page); };

  Json pages = Json::array();
  std::size_t next = 0;
  do {
    const std::size_t page = pages.size();
    Json list = Json::array();
    for (; next < entries.size() && list.size() < page_size; ++next) list.push_back(std::move(entries[next]));
    std::string body = '"' + member + "\":" + list.dump();
    if (next < entries.size()) body += ",\"nextCursor\":" + Json(cursor(page + 1)).dump();
    pages.push_back(
        {{"cursor", cpp_string(page == 0 ? std::string() : cursor(page))}, {"body", cpp_json_string(body)}});
  } while (next < entries.size());
  return pages;
}

/// The lists of all revisions; one that changes nothing shares its pages with an earlier one.
class Lists {
 public:
  explicit Lists(std::size_t page_size) : page_size_(page_size) {}

  /// The name of the pages that hold `entries`.
  std::string add(std::vector<Json> entries, const std::string& member, const std::string& prefix,
                  std::size_t revision) {
    Json pages = pages_of(std::move(entries), member, page_size_);
    const std::string id = prefix + cpp_identifier("v" + std::string(kRevisions[revision]));
    const auto [list, added] = names_.emplace(pages.dump(), id);
    if (added) lists_.push_back({{"id", id}, {"pages", std::move(pages)}});
    return list->second;
  }
  [[nodiscard]] Json take() && { return std::move(lists_); }

 private:
  std::size_t page_size_;
  std::map<std::string, std::string> names_;  // by pages
  Json lists_ = Json::array();
};

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

/// Adds a table of the server to the values of the template; without entries there is none.
void set_table(Json& values, const std::string& name, const std::string& type, std::vector<std::string> entries) {
  values[name + "_span"] = entries.empty() ? "{}" : name;
  if (entries.empty()) return;
  Json lines = Json::array();
  for (std::string& entry : entries) lines.push_back({{"entry", std::move(entry)}});
  values["tables"].push_back({{"type", type}, {"name", name}, {"entries", std::move(lines)}});
}

template <class Entry>
std::vector<std::string> entries_of(const std::vector<ServerModel::Ref>& refs, Entry&& entry) {
  std::vector<std::string> entries;
  for (const ServerModel::Ref& ref : refs) entries.push_back(entry(ref));
  return entries;
}

std::vector<std::string> resource_entries(const ServerModel& server, const std::vector<ServerModel::Ref>& refs) {
  return entries_of(refs, [&](const ServerModel::Ref& ref) {
    const model::Resource& resource = server.resource(ref);
    std::string entry = cpp_string(resource.uri) + ", " + cpp_string(resource.name) + ", " +
                        cpp_string(first_line(resource.description)) + ", " + cpp_string(resource.mime_type) + ", " +
                        handler_of(server, ref, Kind::Resource);
    if (resource.cache_ttl_ms != 0 || resource.is_cached_for_all) {
      entry +=
          ", {" + std::to_string(resource.cache_ttl_ms) + "U, " + (resource.is_cached_for_all ? "true" : "false") + '}';
    }
    return entry;
  });
}

/// The table of completions, and those of the values that some of them have.
void set_completions(Json& values, const ServerModel& server) {
  std::vector<std::string> entries;
  for (const ListedCompletion& each : completions_of(server)) {
    std::string entry = std::string("detail::ListedCompletion::Of::") + (each.is_of_prompt ? "Prompt" : "Resource") +
                        ", " + cpp_string(each.ref) + ", " + cpp_string(each.argument);
    if (each.function) {
      entry += ", {}, " + handler_of(server, *each.function, Kind::Completion);
    } else {
      const std::string name = "kValues" + std::to_string(values["values"].size());
      std::string texts;
      for (const std::string& value : each.values) texts += (texts.empty() ? "" : ", ") + cpp_string(value);
      values["values"].push_back({{"name", name}, {"texts", texts}});
      entry += ", " + name;
    }
    entries.push_back(std::move(entry));
  }
  set_table(values, "kCompletions", "detail::ListedCompletion", std::move(entries));
}

void set_tables(Json& values, const ServerModel& server) {
  set_table(values, "kTools", "detail::ListedTool", entries_of(server.tools, [&](const ServerModel::Ref& ref) {
              const model::Tool& tool = server.tool(ref);
              return cpp_string(tool.name) + ", " + cpp_string(first_line(tool.description)) + ", " +
                     cpp_string(usage_of_tool(tool)) + ", " + handler_of(server, ref, Kind::Tool);
            }));
  set_table(values, "kResources", "detail::ListedResource", resource_entries(server, server.resources));
  set_table(values, "kResourceTemplates", "detail::ListedResource",
            resource_entries(server, server.resource_templates));
  set_table(values, "kProviders", "detail::ResourceProvider",
            entries_of(server.resource_lists, [&](const ServerModel::Ref& ref) {
              return cpp_string(server.resource_list(ref).name) + ", " + handler_of(server, ref, Kind::ResourceList);
            }));
  set_table(values, "kPrompts", "detail::ListedPrompt", entries_of(server.prompts, [&](const ServerModel::Ref& ref) {
              const model::Prompt& prompt = server.prompt(ref);
              return cpp_string(prompt.name) + ", " + cpp_string(first_line(prompt.description)) + ", " +
                     cpp_string(usage(prompt)) + ", " + handler_of(server, ref, Kind::Prompt);
            }));
  set_completions(values, server);
  std::vector<std::string> asked;
  for (const model::Model& unit : server.units) {
    if (!unit.asked.empty()) asked.push_back(unit.unit + "::kAsked");
  }
  set_table(values, "kAsked", "std::span<const detail::AskedType>", std::move(asked));
}

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

/// What each revision sees.
void set_views(Json& values, const ServerModel& server, std::size_t page_size) {
  Lists lists(page_size);
  for (std::size_t i = 0; i < kRevisions.size(); ++i) {
    const auto revision = static_cast<Revision>(i);
    const auto resources = [&](const std::vector<ServerModel::Ref>& refs) {
      std::vector<Json> entries;
      for (const ServerModel::Ref& ref : refs) entries.push_back(resource_json(server.resource(ref), revision));
      return entries;
    };
    std::vector<Json> tools;
    for (const ServerModel::Ref& ref : server.tools) {
      tools.push_back(tool_json(server.tool(ref), server.unit_of(ref), revision));
    }
    std::vector<Json> prompts;
    for (const ServerModel::Ref& ref : server.prompts) prompts.push_back(prompt_json(server.prompt(ref), revision));
    values["views"].push_back(
        {{"revision", kRevisions[i]},
         {"server_info", cpp_json_string(server_info(server, revision).dump())},
         {"capabilities", cpp_json_string(capabilities(server, revision).dump())},
         {"tools", lists.add(std::move(tools), "tools", "kToolsOf_", i)},
         {"resources", lists.add(resources(server.resources), "resources", "kResourcesOf_", i)},
         {"templates", lists.add(resources(server.resource_templates), "resourceTemplates", "kTemplatesOf_", i)},
         {"prompts", lists.add(std::move(prompts), "prompts", "kPromptsOf_", i)}});
  }
  values["lists"] = std::move(lists).take();
}

}  // namespace

std::string server_code(const ServerModel& server, const ServerUnitOptions& options) {
  const std::string& instructions = server.server.instructions;
  Json values = {{"version", kGeneratorVersion},
                 {"abi", std::to_string(kGeneratedAbi)},
                 {"target", server.target},
                 {"has_main", options.with_main},
                 {"server_name", cpp_string(server.server.name)},
                 {"server_version", cpp_string(server.server.version)},
                 {"instructions", cpp_string(instructions)},
                 {"instructions_json", cpp_json_string(instructions.empty() ? "" : Json(instructions).dump())},
                 {"manifest", cpp_json_string(manifest_text(server))},
                 {"units", Json::array()},
                 {"values", Json::array()},
                 {"tables", Json::array()},
                 {"views", Json::array()}};
  set_units(values, server);
  set_tables(values, server);
  set_views(values, server, options.page_size);
  return render_template("server.cpp", values);
}

}  // namespace mcpgen
