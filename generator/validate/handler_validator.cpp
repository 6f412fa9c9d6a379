#include "validate/handler_validator.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include <mcp/spec/text.hpp>

#include "model/text_argument.hpp"

namespace mcpgen {

namespace {

std::string documented(const declared::Doc& doc, const std::string& parameter) {
  for (const declared::Doc::Parameter& entry : doc.parameters) {
    if (entry.name == parameter) return entry.text;
  }
  return {};
}

}  // namespace

const declared::Type& plain_result(const declared::Function& function) {
  const declared::Type* type = &function.result;
  if (type->kind == declared::TypeKind::Task) type = type->arguments.data();
  if (type->kind == declared::TypeKind::Result) type = type->arguments.data();
  return *type;
}

bool HandlerValidator::read(const declared::Function& function, const std::string& noun, model::Handler& to) {
  const std::string what = noun + " `" + to.name + '`';
  to.cpp_name = function.cpp_name;
  to.pointer = function.pointer;
  to.asks = function.asks;

  if (function.reopened) {
    to.pointer = function.reopened->pointer;
    to.reopened = function.reopened->namespaces;
    to.reopened_scope = function.reopened->scope;
  }
  to.at = function.at;
  if (function.owner) {
    to.owner = model::Owner{function.owner->name, function.owner->cpp_name, function.owner->is_default_constructible};
  }
  to.is_task = function.result.kind == declared::TypeKind::Task;
  for (const declared::Parameter& parameter : function.parameters) add_parameter(function, parameter, what, to);
  check_documented_parameters(function, what);
  if (to.parameters.size() != function.parameters.size()) return false;  // a parameter was refused
  mark_omitted_by_position(function, what, to);
  check_case(function, what, to);
  return true;
}

bool HandlerValidator::read_texts(const declared::Function& function, const std::string& noun, model::Handler& to) {
  if (!read(function, noun, to)) return false;
  bool good = true;
  for (std::size_t i = 0; i < to.parameters.size(); ++i) {
    const model::Parameter& parameter = to.parameters[i];
    if (parameter.source != model::Source::Argument) continue;
    const std::string what = "parameter `" + function.parameters[i].name + "` of " + noun + " `" + to.name + '`';
    const Location& at = function.parameters[i].at;
    if (!text_kind(parameter.type)) {
      sink_.error("text-argument", at,
                  what +
                      " must be of a type that text can carry (a string, a number, a bool, an enum, a time, or an "
                      "optional of those), not `" +
                      function.parameters[i].type.spelling + "`: clients send only texts here");
      good = false;
    }
    if (!parameter.header.empty()) {
      sink_.error("header-unreachable", at,
                  "header `" + parameter.header + "` of " + what +
                      " must stand on an argument of a tool: clients repeat no others");
      good = false;
    }
  }
  return good;
}

void HandlerValidator::add_parameter(const declared::Function& function, const declared::Parameter& parameter,
                                     const std::string& owner, model::Handler& to) {
  model::Parameter result;
  if (parameter.injected != declared::Injected::None) {
    result.source =
        parameter.injected == declared::Injected::Context ? model::Source::Context : model::Source::StopToken;
    to.parameters.push_back(std::move(result));
    return;
  }
  const std::string shown_name = parameter.name.empty() ? "(unnamed)" : parameter.name;
  const std::string what = "parameter `" + shown_name + "` of " + owner;
  if (parameter.name.empty()) {
    sink_.error("unnamed-parameter", parameter.at,
                what + " must have a name: clients send arguments by name" +
                    (function.is_exposed ? "; give it one in `.params`, at its position" : ""));
  }
  if (parameter.passing == declared::Passing::MutableReference) {
    sink_.error(
        "mutable-reference", parameter.at,
        what + " must not be a non-const reference: " +
            (function.is_exposed ? "write a function that calls it and returns what changed, and make that the tool"
                                 : "take it by value or `const&`, and return what changed"));
  }
  declared::Type written = parameter.type;
  if (function.is_exposed && written.kind == declared::TypeKind::Unsupported && written.spelling.ends_with('*')) {
    written.reason =
        "write a function that calls it, with values for what the pointer points to, and make that the tool";
  }
  std::optional<model::Type> type =
      types_.convert(written, {owner, "parameter `" + shown_name + '`', {}, parameter.at});
  if (!type) return;

  result.type = *std::move(type);
  result.description = documented(function.doc, parameter.name);
  if (!types_.read_member_options(parameter, what, result)) return;
  for (const model::Parameter& other : to.parameters) {
    if (other.source != model::Source::Argument || other.name != result.name || result.name.empty()) continue;
    sink_.error("duplicate-member", parameter.at,
                what + " must have a name of its own: another parameter is called `" + result.name + '`');
  }
  if (parameter.default_value) {
    result.default_expression = parameter.default_value->expression;
  }
  to.parameters.push_back(std::move(result));
}

/// Marks the parameters from the first non-constant default on: a call omits them by passing fewer arguments.
void HandlerValidator::mark_omitted_by_position(const declared::Function& function, const std::string& what,
                                                model::Handler& to) {
  bool by_position = false;
  for (std::size_t i = 0; i < to.parameters.size(); ++i) {
    const std::optional<declared::Default>& fallback = function.parameters[i].default_value;
    if (to.parameters[i].source != model::Source::Argument) continue;
    by_position = by_position || (fallback && fallback->expression.empty());
    to.parameters[i].omitted_by_position = by_position;
    if (by_position) to.parameters[i].starts_from_type_default = false;  // it has no default object yet
    if (by_position && function.pointer.starts_with("static_cast")) {
      sink_.error(
          "default-not-constant", fallback ? fallback->at : function.parameters[i].at,
          "the default of parameter `" + function.parameters[i].name + "` of " + what +
              " must be a constant, since the function is overloaded" +
              (function.cpp_name.rfind("::") == 0 ? " (the C library's functions count, in the global namespace)"
                                                  : "") +
              ": a call with fewer arguments could reach another overload");
    }
  }
}

void HandlerValidator::check_documented_parameters(const declared::Function& function, const std::string& what) {
  for (const declared::Doc::Parameter& entry : function.doc.parameters) {
    const bool exists = std::ranges::any_of(
        function.parameters, [&](const declared::Parameter& parameter) { return parameter.name == entry.name; });
    if (exists || entry.at.file.empty()) continue;  // the user may not be able to edit that header
    std::string known;
    for (const declared::Parameter& parameter : function.parameters) {
      if (parameter.name.empty()) continue;
      known += (known.empty() ? "it has `" : ", `") + parameter.name + '`';
    }
    sink_.warning("unknown-doc-parameter", entry.at,
                  "`@param " + entry.name + "` must name a parameter of " + what + "; " +
                      (known.empty() ? "it has none" : known));
  }
}

void HandlerValidator::check_case(const declared::Function& function, const std::string& what,
                                  const model::Handler& handler) {
  std::map<std::string, std::string> folded;
  for (std::size_t i = 0; i < handler.parameters.size(); ++i) {
    const model::Parameter& parameter = handler.parameters[i];
    if (parameter.source != model::Source::Argument) continue;
    const auto [first, added] = folded.emplace(mcp::spec::lower_case(parameter.name), parameter.name);
    if (added || first->second == parameter.name) continue;
    sink_.warning("names-differ-in-case", function.parameters[i].at,
                  "parameter `" + parameter.name + "` of " + what + " must differ from `" + first->second +
                      "` in more than the case of letters: models mix them up");
  }
}

/// Whether the parameter or its type has a description.
bool HandlerValidator::is_described(const model::Parameter& parameter) const {
  if (!parameter.description.empty()) return true;
  const auto type = model_.structs.find(parameter.type.key);
  if (type != model_.structs.end() && !type->second.description.empty()) return true;
  const auto values = model_.enums.find(parameter.type.key);
  return values != model_.enums.end() && !values->second.description.empty();
}

/// One warning for all parameters, since at first many lack a description.
void HandlerValidator::check_descriptions(const declared::Function& function, const std::string& noun,
                                          const model::Handler& handler) {
  std::vector<std::size_t> undescribed;
  std::string names;
  for (std::size_t i = 0; i < handler.parameters.size(); ++i) {
    const model::Parameter& parameter = handler.parameters[i];
    if (parameter.source != model::Source::Argument || is_described(parameter)) continue;
    undescribed.push_back(i);
    names += (names.empty() ? "`" : ", `") + parameter.name + '`';
  }
  if (undescribed.empty()) return;
  const std::size_t first = undescribed.front();
  const bool is_one = undescribed.size() == 1;
  const std::string fix = function.is_exposed
                              ? (is_one ? "describe it in `.params`" : "describe them in `.params`")
                              : "write `@param " + handler.parameters[first].cpp_name + " …` in the doc comment";
  undescribed_.warning("undescribed-parameter", function.parameters[first].at,
                       (is_one ? "parameter " : "parameters ") + names + " of " + noun + " `" + handler.name +
                           "` should say what " + (is_one ? "it means" : "they mean") + ": " + fix);
}

}  // namespace mcpgen
