#include "emit/unit.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "emit/cpp_text.hpp"
#include "emit/mirrored.hpp"
#include "emit/template.hpp"
#include "emit/version.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using model::Member;
using model::Model;
using model::Parameter;
using model::Source;
using model::Tool;
using model::Type;
using model::TypeKind;

namespace {

const char* boolean(bool value) { return value ? "true" : "false"; }

/// What the constraints are about, in messages to a model.
std::string noun_of(const Type& type) {
  switch (type.kind) {
    case TypeKind::Optional:
      return noun_of(type.arguments.front());
    case TypeKind::Integer:
      return "integer";
    case TypeKind::Floating:
    case TypeKind::Seconds:
      return "number";
    case TypeKind::String:
      return "string";
    default:
      return "array";
  }
}

/// "date-time" → "DateTime", an enumerator of detail::Format.
std::string format_enumerator(const std::string& format) {
  std::string name;
  bool is_start = true;
  for (const char c : format) {
    if (c != '-') name += is_start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    is_start = c == '-';
  }
  return name;
}

/// A header is one value: null is none.
bool refuses_null(const Member& member) { return !member.header.empty() && model::accepts_null(member.type); }

/// The initialiser of a detail::Constraints; `pattern` is the constant that holds the pattern.
std::string constraint_fields(const Member& member, const std::string& pattern) {
  enum class As { Bound, Size, Flag, Format, Pattern };
  struct Field {
    std::string_view keyword;
    std::string_view field;
    As as;
  };
  // In the order of the structure's members.
  static constexpr auto kFields = std::to_array<Field>({
      {"minimum", "minimum", As::Bound},
      {"maximum", "maximum", As::Bound},
      {"exclusiveMinimum", "exclusive_minimum", As::Bound},
      {"exclusiveMaximum", "exclusive_maximum", As::Bound},
      {"minLength", "min_size", As::Size},
      {"minItems", "min_size", As::Size},
      {"maxLength", "max_size", As::Size},
      {"maxItems", "max_size", As::Size},
      {"multipleOf", "multiple_of", As::Bound},
      {"uniqueItems", "unique_items", As::Flag},
      {"", "refuse_null", As::Flag},
      {"pattern", "pattern", As::Pattern},
      {"format", "format", As::Format},
  });
  std::string fields = ".noun = " + cpp_string(noun_of(member.type));
  for (const Field& each : kFields) {
    const std::string keyword(each.keyword);
    if (keyword.empty() && refuses_null(member)) fields += ", .refuse_null = true";
    if (!member.constraints.contains(keyword)) continue;
    const Json& limit = member.constraints.at(keyword);
    fields += ", ." + std::string(each.field) + " = ";
    switch (each.as) {
      case As::Bound:
        fields += cpp_bound(limit);
        break;
      case As::Size:
        fields += limit.dump() + 'U';
        break;
      case As::Flag:
        fields += boolean(limit.get<bool>());
        break;
      case As::Format:
        fields += "detail::Format::" + format_enumerator(limit.get<std::string>());
        break;
      case As::Pattern:
        fields += '&' + pattern;
        break;
    }
  }
  return fields;
}

/// Whether a member that is left out is read as another value than an empty one.
bool hides_empty(const Member& member) {
  return member.type.kind == TypeKind::Optional && member.default_value && !member.default_value->is_null() &&
         !refuses_null(member);
}

bool is_constrained(const Member& member) { return !member.constraints.empty() || refuses_null(member); }

std::string key_text(const std::string& name) { return cpp_string(Json(name).dump() + ':'); }

/// The table entries of some members, and the constraints they refer to.
struct Table {
  Json members = Json::array();
  Json constraints = Json::array();

  /// `owner` is the class as generated code writes it: "::Weather", "McpArguments".
  void add(const Member& member, const std::string& owner) {
    const std::string maker = owner != "McpArguments" && hides_empty(member) ? "member_with_default" : "member";
    std::string entry = "detail::" + maker + "<decltype(" + owner + "::" + member.cpp_name + ")>(" +
                        cpp_string(member.name) + ", " + key_text(member.name) + ", __builtin_offsetof(" + owner +
                        ", " + member.cpp_name + "), " + boolean(member.required);
    if (is_constrained(member)) {
      const std::string constant = "kDemandsOn_" + member.cpp_name;
      const std::string pattern = "mcp_pattern_of_" + member.cpp_name;
      Json values = {
          {"constant", constant}, {"fields", constraint_fields(member, pattern)}, {"patterns", Json::array()}};
      if (member.constraints.contains("pattern")) {
        values["patterns"].push_back(
            {{"pattern", pattern}, {"text", cpp_string(member.constraints.at("pattern").get<std::string>())}});
      }
      constraints.push_back(std::move(values));
      entry += ", &" + constant;
    }
    members.push_back({{"entry", entry + ')'}});
  }

  /// Puts the table into the values of a template.
  void finish(Json& values) && {
    values["count"] = std::to_string(members.size());
    values["table"] = members.empty() ? "nullptr" : "kMembers";
    values["has_members"] = !members.empty();
    values["members"] = std::move(members);
    values["constraints"] = std::move(constraints);
  }
};

Json struct_values(const model::Struct& type) {
  Table table;
  for (const Member& member : type.members) table.add(member, type.cpp_name);
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

/// Lines that call the function. With arguments omitted by position there is one call per length: those name the
/// function itself, since a pointer to it knows no default arguments.
Json statements(const Tool& tool) {
  std::vector<std::string> passed;  // one expression per parameter
  std::vector<std::size_t> omittable;
  for (std::size_t i = 0; i < tool.parameters.size(); ++i) {
    const Parameter& parameter = tool.parameters[i];
    const std::string pass = "detail::pass<McpFunction, " + std::to_string(i) + ">(";
    if (parameter.source == Source::Context) {
      passed.push_back("mcp_invocation.context()");
    } else if (parameter.source == Source::StopToken) {
      passed.push_back("std::stop_token(mcp_invocation.context().stop_token())");
    } else if (parameter.omitted_by_position) {
      omittable.push_back(i);
      passed.push_back(pass + "*mcp_arguments." + parameter.cpp_name + ".value)");
    } else {
      passed.push_back(pass + "mcp_arguments." + parameter.cpp_name + ')');
    }
  }

  const auto call = [&](const std::string& callee, std::size_t count) {
    std::string text = "return " + callee + '(';
    for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + passed[i];
    return text + ");";
  };

  Json lines = Json::array();
  const auto add = [&](std::string line) { lines.push_back({{"line", std::move(line)}}); };
  if (omittable.empty()) {
    add(call(tool.owner ? "(static_cast<" + tool.owner->cpp_name + "*>(mcp_object)->*mcp_function)" : "mcp_function",
             passed.size()));
    return lines;
  }
  const std::string callee = tool.owner ? "static_cast<" + tool.owner->cpp_name + "*>(mcp_object)->" +
                                              tool.cpp_name.substr(tool.cpp_name.rfind("::") + 2)
                                        : tool.cpp_name;
  for (std::size_t k = 1; k < omittable.size(); ++k) {
    const Parameter& later = tool.parameters[omittable[k]];
    const Parameter& before = tool.parameters[omittable[k - 1]];
    add("if (mcp_arguments." + later.cpp_name + ".given() && !mcp_arguments." + before.cpp_name +
        ".given()) detail::refuse_without(" + cpp_string(later.name) + ", " + cpp_string(before.name) + ");");
  }
  for (std::size_t k = 0; k < omittable.size(); ++k) {
    add("if (!mcp_arguments." + tool.parameters[omittable[k]].cpp_name + ".given()) " + call(callee, omittable[k]));
  }
  add(call(callee, passed.size()));
  return lines;
}

/// The table of arguments that are headers too: one element, or none without any.
Json mirrored_values(const Tool& tool, const Model& model) {
  Json paths = Json::array();
  Json entries = Json::array();
  for (const MirroredArgument& each : mirrored_arguments(tool, model)) {
    std::string names;
    for (const std::string& name : each.path) names += (names.empty() ? "" : ", ") + cpp_string(name);
    const std::string path = "kMcpPath" + std::to_string(paths.size());
    paths.push_back({{"path", path}, {"names", names}});
    entries.push_back({{"header", cpp_string(each.header)}, {"path", path}, {"kind", std::string(each.kind)}});
  }
  Json tables = Json::array();
  if (!entries.empty()) tables.push_back({{"paths", std::move(paths)}, {"entries", std::move(entries)}});
  return tables;
}

/// What detail::make_handler() asks a tool for, where it is not as usual.
Json traits(const Tool& tool) {
  Json traits = Json::array();
  if (!tool.scopes.empty()) traits.push_back({{"trait", "bool kMcpScoped = true"}});
  if (tool.timeout_ms != 0) {
    traits.push_back({{"trait", "std::uint32_t kMcpTimeout = " + std::to_string(tool.timeout_ms)}});
  }
  return traits;
}

Json tool_values(const Tool& tool, const Model& model, const std::string& id, const std::string& owner) {
  Table table;
  Json arguments = Json::array();
  bool stoppable = false;
  for (std::size_t i = 0; i < tool.parameters.size(); ++i) {
    const Parameter& parameter = tool.parameters[i];
    if (parameter.source != Source::Argument) {
      stoppable = true;
      continue;
    }
    std::string type = "::mcp::detail::argument_t<McpFunction, " + std::to_string(i) + '>';
    std::string initializer = "{}";
    if (parameter.omitted_by_position) {
      type = "::mcp::detail::Omittable<" + type + '>';
    } else if (!parameter.default_expression.empty()) {
      initializer = " = " + parameter.default_expression;
    }
    arguments.push_back({{"type", type}, {"cpp_name", parameter.cpp_name}, {"initializer", initializer}});
    table.add(parameter, "McpArguments");
  }
  Json values = {{"id", id},
                 {"name", cpp_string(tool.name)},
                 {"cpp_name", tool.cpp_name},
                 {"pointer", tool.pointer},
                 {"owner", owner},
                 {"stoppable", boolean(stoppable)},
                 {"answer", tool.is_task ? "answer_task(mcp_invocation, " : "answer(mcp_invocation, "},
                 {"mirrored", mirrored_values(tool, model)},
                 {"traits", traits(tool)},
                 {"raw_input", Json::array()},
                 {"raw_output", Json::array()},
                 {"arguments", std::move(arguments)},
                 {"statements", statements(tool)}};
  if (!tool.raw_input_schema.is_null()) {
    const auto argument = std::ranges::find(tool.parameters, Source::Argument, &Parameter::source);
    values["raw_input"].push_back(
        {{"schema", cpp_json_string(tool.raw_input_schema.dump())}, {"argument", argument->cpp_name}});
  }
  if (!tool.raw_output_schema.is_null()) {
    values["raw_output"].push_back({{"schema", cpp_json_string(tool.raw_output_schema.dump())}});
    values["answer"] = tool.is_task ? "answer_task<detail::RawResult<mcp_output_schema>>(mcp_invocation, "
                                    : "answer_raw(mcp_invocation, mcp_output_schema, ";
  }
  std::move(table).finish(values);
  return values;
}

bool has_raw_schema(const Model& model) {
  return std::ranges::any_of(model.tools, [](const Tool& tool) {
    return !tool.raw_input_schema.is_null() || !tool.raw_output_schema.is_null();
  });
}

}  // namespace

std::string unit_code(const Model& model, const std::string& source) {
  Json values = {{"version", kGeneratorVersion},
                 {"abi", std::to_string(kGeneratedAbi)},
                 {"source", source},
                 {"unit", model.unit},
                 {"has_tools", !model.tools.empty()},
                 {"tool_count", std::to_string(model.tools.size())},
                 {"headers", Json::array()},
                 {"has_tasks", std::ranges::any_of(model.tools, &Tool::is_task)},
                 {"forward", Json::array()},
                 {"enums", Json::array()},
                 {"structs", Json::array()},
                 {"tools", Json::array()},
                 {"owners", Json::array()}};
  for (const std::string& header : model.codec_headers) values["headers"].push_back({{"header", header}});
  if (has_raw_schema(model)) values["headers"].push_back({{"header", "raw_schema"}});
  for (const auto& [key, type] : model.enums) values["enums"].push_back(enum_values(type));
  for (const auto& [key, type] : model.structs) {
    values["forward"].push_back({{"cpp_name", type.cpp_name}});
    values["structs"].push_back(struct_values(type));
  }
  std::map<std::string, std::string> owner_ids;
  for (const Tool& tool : model.tools) {
    std::string owner = "nullptr";
    if (tool.owner) {
      const auto [entry, added] = owner_ids.emplace(tool.owner->cpp_name, "kOwner" + std::to_string(owner_ids.size()));
      if (added) {
        values["owners"].push_back(
            {{"id", entry->second}, {"cpp_name", tool.owner->cpp_name}, {"name", cpp_string(tool.owner->name)}});
      }
      owner = '&' + entry->second;
    }
    // Two tools of one source may share a name only once the dots and dashes are gone, so the place is part of the id.
    const std::string id = "Tool" + std::to_string(values["tools"].size()) + '_' + cpp_identifier(tool.name);
    values["tools"].push_back(tool_values(tool, model, id, owner));
  }
  return render_template("unit.inc", values);
}

}  // namespace mcpgen
