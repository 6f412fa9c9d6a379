#include "model/validate.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "model/constraints.hpp"
#include "model/options.hpp"
#include "model/type_validator.hpp"

namespace mcpgen {

using model::TypeKind;

namespace {

bool is_tool_name(const std::string& name) {
  constexpr std::size_t kLongest = 128;
  return !name.empty() && name.size() <= kLongest && std::ranges::all_of(name, [](unsigned char c) {
    return (c < 0x80 && std::isalnum(c) != 0) || c == '_' || c == '.' || c == '-';
  });
}

class Validator {
 public:
  Validator(const declared::Declarations& declarations, model::Model& model, Sink& sink)
      : declarations_(declarations), model_(model), sink_(sink), types_(declarations, model, sink) {}

  void run() {
    for (const declared::Function& function : declarations_.tools) add_tool(function);
    for (const declared::Server& server : declarations_.servers) add_server(server);
  }

 private:
  void add_tool(const declared::Function& function) {
    model::Tool tool;
    tool.name = text_option(function.annotation, "name", function.name);
    tool.title = text_option(function.annotation, "title");
    tool.description = text_option(function.annotation, "description", function.doc.description);
    tool.read_only = flag_option(function.annotation, "read_only");
    tool.destructive = flag_option(function.annotation, "destructive");
    tool.idempotent = flag_option(function.annotation, "idempotent");
    tool.open_world = flag_option(function.annotation, "open_world");
    tool.cpp_name = function.cpp_name;
    tool.pointer = function.pointer;
    tool.at = function.at;
    if (function.owner) tool.owner = model::Owner{function.owner->name, function.owner->cpp_name};
    check_tool_name(tool, function);

    for (const declared::Parameter& parameter : function.parameters) add_parameter(function, parameter, tool);
    mark_omitted_by_position(function, tool);
    check_documented_parameters(function, tool);

    if (function.result.kind != declared::TypeKind::Void) {
      tool.result = types_.convert(function.result, {tool.name, "the result", {}, function.result_at});
    }
    tool.result_description = function.doc.returns;
    model_.tools.push_back(std::move(tool));
  }

  void check_tool_name(const model::Tool& tool, const declared::Function& function) {
    const declared::Option* option = find_option(function.annotation, "name");
    const Location& at = option != nullptr ? option->at : function.at;
    if (!is_tool_name(tool.name)) {
      sink_.error(
          "bad-tool-name", at,
          "the tool name `" + tool.name + "` must have 1 to 128 letters, digits, `_`, `.` or `-`, and nothing else");
    }
    if (const auto [first, added] = tool_places_.emplace(tool.name, function.at); !added) {
      sink_.error("duplicate-tool", at, "tool `" + tool.name + "` must have a name of its own; set `.name`",
                  {{first->second, "the other one is here"}});
    }
  }

  void add_parameter(const declared::Function& function, const declared::Parameter& parameter, model::Tool& tool) {
    model::Parameter result;
    if (parameter.injected != declared::Injected::None) {
      result.source =
          parameter.injected == declared::Injected::Context ? model::Source::Context : model::Source::StopToken;
      tool.parameters.push_back(std::move(result));
      return;
    }
    const std::string shown_name = parameter.name.empty() ? "(unnamed)" : parameter.name;
    const std::string what = "parameter `" + shown_name + "` of tool `" + tool.name + '`';
    if (parameter.name.empty()) {
      sink_.error("unnamed-parameter", parameter.at, what + " must have a name: clients send arguments by name");
    }
    if (parameter.passing == declared::Passing::MutableReference) {
      sink_.error("mutable-reference", parameter.at,
                  what + " must not be a non-const reference: take it by value or `const&`, and return what changed");
    }
    std::optional<model::Type> type =
        types_.convert(parameter.type, {tool.name, "parameter `" + shown_name + '`', {}, parameter.at});
    if (!type) return;

    result.cpp_name = parameter.name;
    result.name = text_option(parameter.annotation, "name", parameter.name);
    if (result.name.empty() && !parameter.name.empty()) {
      sink_.error("bad-member-name", find_option(parameter.annotation, "name")->at,
                  "the name of " + what + " must not be empty");
    }
    for (const model::Parameter& other : tool.parameters) {
      if (other.source != model::Source::Argument || other.name != result.name || result.name.empty()) continue;
      sink_.error("duplicate-member", parameter.at,
                  what + " must have a name of its own: another parameter is called `" + result.name + '`');
    }
    result.title = text_option(parameter.annotation, "title");
    result.description = text_option(parameter.annotation, "description", documented(function.doc, parameter.name));
    result.constraints = read_constraints(parameter.annotation, *type, what, sink_);
    result.required = !parameter.default_value && type->kind != TypeKind::Optional;
    if (parameter.default_value && parameter.default_value->is_constant) {
      result.default_value = types_.wire_value(*type, parameter.default_value->value);
      result.default_expression = parameter.default_value->expression;
      check_default(*result.default_value, result.constraints, parameter.default_value->at, what, sink_);
    }
    result.type = *std::move(type);
    tool.parameters.push_back(std::move(result));
  }

  /// From the first default that is no constant on, arguments are omitted by passing fewer of them.
  void mark_omitted_by_position(const declared::Function& function, model::Tool& tool) {
    if (tool.parameters.size() != function.parameters.size()) return;  // one of them was refused
    bool by_position = false;
    for (std::size_t i = 0; i < tool.parameters.size(); ++i) {
      const std::optional<declared::Default>& fallback = function.parameters[i].default_value;
      if (tool.parameters[i].source != model::Source::Argument) continue;
      by_position = by_position || (fallback && !fallback->is_constant);
      tool.parameters[i].omitted_by_position = by_position;
      if (by_position && function.pointer.starts_with("static_cast")) {
        sink_.error("default-not-constant", fallback ? fallback->at : function.parameters[i].at,
                    "the default of parameter `" + function.parameters[i].name + "` of tool `" + tool.name +
                        "` must be a constant, since the function is overloaded: a call with fewer arguments could "
                        "reach another overload");
      }
    }
  }

  static std::string documented(const declared::Doc& doc, const std::string& parameter) {
    for (const declared::Doc::Parameter& entry : doc.parameters) {
      if (entry.name == parameter) return entry.text;
    }
    return {};
  }

  void check_documented_parameters(const declared::Function& function, const model::Tool& tool) {
    for (const declared::Doc::Parameter& entry : function.doc.parameters) {
      const bool exists = std::ranges::any_of(
          function.parameters, [&](const declared::Parameter& parameter) { return parameter.name == entry.name; });
      if (exists) continue;
      std::string known;
      for (const declared::Parameter& parameter : function.parameters) {
        if (parameter.name.empty()) continue;
        known += (known.empty() ? "it has `" : ", `") + parameter.name + '`';
      }
      sink_.warning("unknown-doc-parameter", entry.at,
                    "`@param " + entry.name + "` must name a parameter of tool `" + tool.name + "`; " +
                        (known.empty() ? "it has none" : known));
    }
  }

  void add_server(const declared::Server& server) {
    if (model_.server) {
      sink_.error("duplicate-server", server.annotation.at, "MCP_SERVER must stand once in a server",
                  {{model_.server->at, "the other one is here"}});
      return;
    }
    const declared::Annotation& options = server.annotation;
    model_.server = model::Server{text_option(options, "name"),    text_option(options, "title"),
                                  text_option(options, "version"), text_option(options, "instructions"),
                                  text_option(options, "website"), options.at};
  }

  const declared::Declarations& declarations_;
  model::Model& model_;
  Sink& sink_;
  TypeValidator types_;
  std::map<std::string, Location> tool_places_;
};

}  // namespace

std::optional<model::Model> validate(const declared::Declarations& declarations, const std::string& unit, Sink& sink) {
  model::Model model;
  model.unit = unit;
  Validator(declarations, model, sink).run();
  if (sink.has_errors()) return std::nullopt;
  return model;
}

}  // namespace mcpgen
