#include "emit/server_unit.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <utility>

#include "emit/cpp_text.hpp"
#include "emit/listing.hpp"
#include "emit/template.hpp"
#include "emit/version.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;

namespace {

/// FNV-1a of 64 bits, in hex: tells one contract from another, protects nothing.
std::string fingerprint(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.begin(), digits.end(), hash, 16).ptr;
  return {digits.begin(), end};
}

/// The pages of tools/list in one revision. A cursor names the page and the contract, so that one from another build of
/// the server is refused instead of skipping tools.
Json tool_pages(const ServerModel& server, Revision revision, std::size_t page_size) {
  std::vector<Json> tools;
  std::string all;
  for (const ServerModel::ToolRef& ref : server.tools) {
    tools.push_back(tool_json(server.tool(ref), server.unit_of(ref), revision));
    all += tools.back().dump();
  }
  const std::string contract = fingerprint(all);
  const auto cursor = [&](std::size_t page) { return "tools-" + contract + '-' + std::to_string(page); };

  Json pages = Json::array();
  std::size_t next = 0;
  do {
    const std::size_t page = pages.size();
    Json list = Json::array();
    for (; next < tools.size() && list.size() < page_size; ++next) list.push_back(std::move(tools[next]));
    std::string body = "\"tools\":" + list.dump();
    if (next < tools.size()) body += ",\"nextCursor\":" + Json(cursor(page + 1)).dump();
    pages.push_back(
        {{"cursor", cpp_string(page == 0 ? std::string() : cursor(page))}, {"body", cpp_json_string(body)}});
  } while (next < tools.size());
  return pages;
}

/// The parameters in a line, those that may be left out in brackets.
std::string usage(const model::Tool& tool) {
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
  for (const model::Parameter& parameter : tool.parameters) {
    if (parameter.source != model::Source::Argument) continue;
    if (!text.empty()) text += ", ";
    text += parameter.required ? parameter.name : '[' + parameter.name + ']';
  }
  return text;
}

}  // namespace

std::string server_code(const ServerModel& server, const ServerUnitOptions& options) {
  const std::string& instructions = server.server.instructions;
  Json values = {{"version", kGeneratorVersion},
                 {"abi", std::to_string(kGeneratedAbi)},
                 {"target", server.target},
                 {"has_main", options.with_main},
                 {"has_tools", !server.tools.empty()},
                 {"server_name", cpp_string(server.server.name)},
                 {"server_version", cpp_string(server.server.version)},
                 {"instructions", cpp_string(instructions)},
                 {"instructions_json", cpp_json_string(instructions.empty() ? "" : Json(instructions).dump())},
                 {"manifest", cpp_json_string(manifest_text(server))},
                 {"tool_span", server.tools.empty() ? "{}" : "kTools"},
                 {"units", Json::array()},
                 {"tools", Json::array()},
                 {"lists", Json::array()},
                 {"views", Json::array()}};
  for (const model::Model& unit : server.units) {
    if (unit.tools.empty()) continue;
    values["units"].push_back({{"unit", unit.unit}, {"count", std::to_string(unit.tools.size())}});
  }
  for (const ServerModel::ToolRef& ref : server.tools) {
    const model::Tool& tool = server.tool(ref);
    const std::string summary = tool.description.substr(0, tool.description.find('\n'));
    values["tools"].push_back({{"name", cpp_string(tool.name)},
                               {"summary", cpp_string(summary)},
                               {"usage", cpp_string(usage(tool))},
                               {"unit", server.unit_of(ref).unit},
                               {"index", std::to_string(ref.index)}});
  }
  std::map<std::string, std::string> lists;  // pages → name: a revision that changes nothing shares its list
  for (std::size_t i = 0; i < kRevisions.size(); ++i) {
    const auto revision = static_cast<Revision>(i);
    Json pages = tool_pages(server, revision, options.page_size);
    const std::string id = "kToolsOf_" + cpp_identifier("v" + std::string(kRevisions[i]));
    const auto [list, added] = lists.emplace(pages.dump(), id);
    if (added) values["lists"].push_back({{"id", id}, {"pages", std::move(pages)}});
    values["views"].push_back({{"revision", kRevisions[i]},
                               {"server_info", cpp_json_string(server_info(server, revision).dump())},
                               {"capabilities", cpp_json_string(capabilities(server, revision).dump())},
                               {"list", list->second}});
  }
  return render_template("server.cpp", values);
}

}  // namespace mcpgen
