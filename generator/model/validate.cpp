#include "model/validate.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "model/exposed.hpp"
#include "model/headers.hpp"
#include "model/json_text.hpp"
#include "model/options.hpp"
#include "model/tool_name.hpp"
#include "model/tool_options.hpp"
#include "model/type_validator.hpp"

namespace mcpgen {

using model::TypeKind;

namespace {

class Validator {
 public:
  Validator(const declared::Declarations& declarations, model::Model& model, Sink& sink)
      : declarations_(declarations), model_(model), sink_(sink), types_(declarations, model, sink) {}

  void run() {
    for (const declared::Function& function : declarations_.tools) add_tool(function);
    for (const declared::Server& server : declarations_.servers) add_server(server);
    // Who has errors to mend is not asked for texts meanwhile.
    if (sink_.has_errors()) return;
    for (const Diagnostic& warning : undescribed_.all()) sink_.add(warning);
  }

 private:
  void add_tool(const declared::Function& written) {
    declared::Function function = written.is_exposed ? with_exposed_parameters(written, sink_) : written;
    if (find_option(function.annotation, "input_schema") != nullptr) {
      // It receives all arguments; nobody sends it by name.
      for (declared::Parameter& parameter : function.parameters) {
        if (parameter.name.empty()) parameter.name = "arguments";
      }
    }
    model::Tool tool;
    read_tool_options(function, tool, sink_);
    tool.cpp_name = function.cpp_name;
    tool.pointer = function.pointer;
    tool.at = function.at;
    if (function.owner) tool.owner = model::Owner{function.owner->name, function.owner->cpp_name};
    check_tool_name(tool, function);

    for (const declared::Parameter& parameter : function.parameters) add_parameter(function, parameter, tool);
    mark_omitted_by_position(function, tool);
    check_documented_parameters(function, tool);
    if (tool.parameters.size() == function.parameters.size()) check_all_parameters(function, tool);

    if (function.result.kind == declared::TypeKind::Task) {
      tool.is_task = true;
      function.result = declared::Type(function.result.arguments.front());
    }
    if (function.result.kind != declared::TypeKind::Void) add_result(function, tool);
    tool.result_description = function.doc.returns;
    read_raw_schemas(function, tool, sink_);
    if (tool.description.empty()) {
      undescribed_.warning("undescribed-tool", tool.at,
                           "tool `" + tool.name + "` should say what it does, in a doc comment" +
                               (function.is_exposed ? " above MCP_EXPOSE" : "") +
                               ": models choose tools by their description");
    }
    model_.tools.push_back(std::move(tool));
  }

  void add_result(const declared::Function& function, model::Tool& tool) {
    const bool may_fail = function.result.kind == declared::TypeKind::Result;
    const declared::Type& type = may_fail ? function.result.arguments.front() : function.result;
    if (type.kind == declared::TypeKind::Void) return;
    tool.result = types_.convert(type, {tool.name, "the result", {}, function.result_at});
  }

  /// By a text of its own, or by that of its type.
  bool is_described(const model::Parameter& parameter) const {
    if (!parameter.description.empty()) return true;
    const auto type = model_.structs.find(parameter.type.key);
    if (type != model_.structs.end() && !type->second.description.empty()) return true;
    const auto values = model_.enums.find(parameter.type.key);
    return values != model_.enums.end() && !values->second.description.empty();
  }

  /// One warning for all parameters of a tool: somebody who starts to annotate has many of them.
  void warn_of_undescribed(const std::vector<std::size_t>& undescribed, const std::vector<Location>& places,
                           const declared::Function& function, const model::Tool& tool) {
    const std::string fix =
        function.is_exposed
            ? (undescribed.size() == 1 ? "describe it in `.params`" : "describe them in `.params`")
            : "write `@param " + tool.parameters[undescribed.front()].cpp_name + " …` in the doc comment";
    std::string names;
    for (const std::size_t i : undescribed) names += (names.empty() ? "`" : ", `") + tool.parameters[i].name + '`';
    const bool is_one = undescribed.size() == 1;
    undescribed_.warning("undescribed-parameter", places[undescribed.front()],
                         (is_one ? "parameter " : "parameters ") + names + " of tool `" + tool.name +
                             "` should say what " + (is_one ? "it means" : "they mean") + ": " + fix);
  }

  /// What the parameters must be to each other.
  void check_all_parameters(const declared::Function& function, const model::Tool& tool) {
    std::vector<Location> places;
    std::vector<std::size_t> undescribed;
    std::map<std::string, std::size_t> folded;
    for (std::size_t i = 0; i < tool.parameters.size(); ++i) {
      places.push_back(function.parameters[i].at);
      const model::Parameter& parameter = tool.parameters[i];
      if (parameter.source != model::Source::Argument) continue;
      const auto [first, added] = folded.emplace(lower_case(parameter.name), i);
      const std::string& other = tool.parameters[first->second].name;
      if (!added && other != parameter.name) {
        sink_.warning("names-differ-in-case", places.back(),
                      "parameter `" + parameter.name + "` of tool `" + tool.name + "` must differ from `" + other +
                          "` in more than the case of letters: models mix them up");
      }
      if (!is_described(parameter)) undescribed.push_back(i);
    }
    if (!undescribed.empty() && find_option(function.annotation, "input_schema") == nullptr) {
      warn_of_undescribed(undescribed, places, function, tool);
    }
    check_headers(tool, model_, places, sink_);
  }

  void check_tool_name(const model::Tool& tool, const declared::Function& function) {
    const declared::Option* option = find_option(function.annotation, "name");
    const Location& at = option != nullptr ? option->at : function.at;
    if (!is_tool_name(tool.name)) {
      sink_.error(
          "bad-tool-name", at,
          "the tool name `" + tool.name + "` must have 1 to 128 letters, digits, `_`, `.` or `-`, and nothing else");
    }
    constexpr std::size_t kLongAlready = 64;
    if (is_tool_name(tool.name) && tool.name.size() > kLongAlready) {
      sink_.warning("long-tool-name", at,
                    "the tool name `" + tool.name +
                        "` should have at most 64 characters: some clients cut or refuse "
                        "longer ones");
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
      sink_.error("unnamed-parameter", parameter.at,
                  what + " must have a name: clients send arguments by name" +
                      (function.is_exposed ? "; give it one in `.params`, at its position" : ""));
    }
    if (parameter.passing == declared::Passing::MutableReference) {
      sink_.error("mutable-reference", parameter.at,
                  what + " must not be a non-const reference: take it by value or `const&`, and return what changed");
    }
    std::optional<model::Type> type =
        types_.convert(parameter.type, {tool.name, "parameter `" + shown_name + '`', {}, parameter.at});
    if (!type) return;

    result.type = *std::move(type);
    result.description = documented(function.doc, parameter.name);
    if (!types_.read_member_options(parameter, what, result)) return;
    for (const model::Parameter& other : tool.parameters) {
      if (other.source != model::Source::Argument || other.name != result.name || result.name.empty()) continue;
      sink_.error("duplicate-member", parameter.at,
                  what + " must have a name of its own: another parameter is called `" + result.name + '`');
    }
    if (parameter.default_value) {
      result.default_expression = parameter.default_value->expression;
    }
    tool.parameters.push_back(std::move(result));
  }

  /// From the first default that is no constant on, arguments are omitted by passing fewer of them.
  void mark_omitted_by_position(const declared::Function& function, model::Tool& tool) {
    if (tool.parameters.size() != function.parameters.size()) return;  // one of them was refused
    bool by_position = false;
    for (std::size_t i = 0; i < tool.parameters.size(); ++i) {
      const std::optional<declared::Default>& fallback = function.parameters[i].default_value;
      if (tool.parameters[i].source != model::Source::Argument) continue;
      by_position = by_position || (fallback && fallback->expression.empty());
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
      if (exists || entry.at.file.empty()) continue;  // what a header says that nobody may edit is nobody's fault
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
    model_.server = model::Server{text_option(options, "name"),
                                  text_option(options, "title"),
                                  text_option(options, "version"),
                                  text_option(options, "instructions"),
                                  text_option(options, "website"),
                                  read_icons(options, "MCP_SERVER", sink_),
                                  options.at};
  }

  const declared::Declarations& declarations_;
  model::Model& model_;
  Sink& sink_;
  Sink undescribed_;  // what lacks a text
  TypeValidator types_;
  std::map<std::string, Location> tool_places_;
};

bool has_pattern(const model::Member& member) { return member.constraints.contains("pattern"); }

/// Does generated code check a pattern? Only then it needs what knows regular expressions.
bool uses_patterns(const model::Model& model) {
  return std::ranges::any_of(
             model.tools, [](const model::Tool& tool) { return std::ranges::any_of(tool.parameters, has_pattern); }) ||
         std::ranges::any_of(model.structs,
                             [](const auto& entry) { return std::ranges::any_of(entry.second.members, has_pattern); });
}

}  // namespace

std::optional<model::Model> validate(const declared::Declarations& declarations, const std::string& unit, Sink& sink) {
  model::Model model;
  model.unit = unit;
  model.codec_headers.assign(declarations.codec_headers.begin(), declarations.codec_headers.end());
  Validator(declarations, model, sink).run();
  if (sink.has_errors()) return std::nullopt;
  if (uses_patterns(model)) {
    model.codec_headers.insert(std::ranges::lower_bound(model.codec_headers, "pattern"), "pattern");
  }
  return model;
}

}  // namespace mcpgen
