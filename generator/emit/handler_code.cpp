#include "emit/handler_code.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <mcp/asks.hpp>

#include "emit/contract.hpp"
#include "emit/cpp_text.hpp"
#include "emit/member_table.hpp"
#include "emit/mirrored.hpp"
#include "model/text_argument.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using model::Handler;
using model::Model;
using model::Parameter;
using model::Source;
using model::Tool;

namespace {

bool takes_context(const Handler& handler) {
  return std::ranges::find(handler.parameters, Source::Context, &Parameter::source) != handler.parameters.end();
}

/// Lines that call the function. With arguments omitted by position there is one call per length: those name the
/// function itself, since a pointer to it knows no default arguments.
Json statements(const Handler& handler) {
  // Who may ask the client is run again with the same arguments.
  const std::string way = takes_context(handler) ? "keep" : "pass";
  std::vector<std::string> passed;  // one expression per parameter
  std::vector<std::size_t> omittable;
  for (std::size_t i = 0; i < handler.parameters.size(); ++i) {
    const Parameter& parameter = handler.parameters[i];
    const std::string pass = "detail::" + way + "<McpFunction, " + std::to_string(i) + ">(";
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

  const auto call = [&](const std::string& callee, std::size_t count, std::size_t indent = 6) {
    const auto end = passed.begin() + static_cast<std::ptrdiff_t>(count);
    return cpp_list("return " + callee + '(', {passed.begin(), end}, ");", indent);
  };

  Json lines = Json::array();
  const auto add = [&](std::string line) { lines.push_back({{"line", std::move(line)}}); };
  if (omittable.empty()) {
    add(call(
        handler.owner ? "(static_cast<" + handler.owner->cpp_name + "*>(mcp_object)->*mcp_function)" : "mcp_function",
        passed.size()));
    return lines;
  }
  const std::string callee = handler.owner ? "static_cast<" + handler.owner->cpp_name + "*>(mcp_object)->" +
                                                 handler.cpp_name.substr(handler.cpp_name.rfind("::") + 2)
                                           : handler.cpp_name;
  for (std::size_t k = 1; k < omittable.size(); ++k) {
    const Parameter& later = handler.parameters[omittable[k]];
    const Parameter& before = handler.parameters[omittable[k - 1]];
    add("if (mcp_arguments." + later.cpp_name + ".given() && !mcp_arguments." + before.cpp_name + ".given()) {");
    add("  detail::refuse_without(" + cpp_string(later.name) + ", " + cpp_string(before.name) + ");");
    add("}");
  }
  for (std::size_t k = 0; k < omittable.size(); ++k) {
    const std::string condition = "if (!mcp_arguments." + handler.parameters[omittable[k]].cpp_name + ".given()) ";
    const std::string line = condition + call(callee, omittable[k], 6 + condition.size());
    if (line.find('\n') == std::string::npos && line.size() + 6 <= kColumns) {
      add(line);
    } else {
      add(condition + '{');
      add("  " + call(callee, omittable[k], 8));
      add("}");
    }
  }
  add(call(callee, passed.size()));
  return lines;
}

/// The table of arguments that are headers too: one element, or none without any.
Json mirrored_values(const Tool& tool, const Model& model) {
  Json paths = Json::array();
  Json entries = Json::array();
  for (const MirroredArgument& each : mirrored_arguments(tool, model)) {
    std::vector<std::string> names;
    for (const std::string& name : each.path) names.push_back(cpp_string(name));
    const std::string path = "kMcpPath" + std::to_string(paths.size());
    paths.push_back({{"line", cpp_list("static constexpr std::string_view " + path + "[] = {", names, "};", 2)}});
    entries.push_back({{"line", '{' + cpp_string(each.header) + ", " + path +
                                    ", detail::MirroredArgument::Kind::" + std::string(each.kind) + "},"}});
  }
  Json tables = Json::array();
  if (!entries.empty()) tables.push_back({{"paths", std::move(paths)}, {"entries", std::move(entries)}});
  return tables;
}

/// What the table of handlers says of one, where it is not as usual: members of detail::Handler, in their order.
class Traits {
 public:
  Traits(const Handler& handler, const std::string& owner) {
    add("name", cpp_string(handler.name));
    if (!owner.empty()) add("owner", owner);
    const bool is_stoppable = std::ranges::any_of(
        handler.parameters, [](const Parameter& parameter) { return parameter.source != Source::Argument; });
    if (is_stoppable) add("stoppable", "true");
    if (handler.timeout_ms != 0) add("timeout_ms", std::to_string(handler.timeout_ms));
    if (!handler.executor.empty()) add("executor", cpp_string(handler.executor));
    if (!handler.scopes.empty()) add("scoped", "true");
    if (takes_context(handler)) add("has_context", "true");
  }

  void add(const std::string& name, const std::string& value) {
    traits_.push_back({{"line", '.' + name + " = " + value + ','}});
  }
  void finish(const Handler& handler, std::uint64_t contract, Json& values) && {
    traits_.push_back({{"line", ".contract = 0x" + hex(contract) + "U,  // of what the manifest says"}});
    add_questions(handler.asks);
    values["traits"] = std::move(traits_);
  }

 private:
  static std::string hex(std::uint64_t number) {
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.begin(), digits.end(), number, 16).ptr;
    return {digits.begin(), end};
  }
  void add_questions(unsigned asks) {
    constexpr std::pair<unsigned, std::string_view> kAsks[] = {{mcp::detail::kAsksForms, "kAsksForms"},
                                                               {mcp::detail::kAsksUrls, "kAsksUrls"},
                                                               {mcp::detail::kAsksModel, "kAsksModel"},
                                                               {mcp::detail::kAsksRoots, "kAsksRoots"}};
    std::string bits;
    for (const auto& [bit, name] : kAsks) {
      if ((asks & bit) != 0) bits.append(bits.empty() ? "detail::" : " | detail::").append(name);
    }
    if (!bits.empty()) add("asks", bits);
  }

  Json traits_ = Json::array();
};

std::string_view enumerator(TextKind kind) {
  switch (kind) {
    case TextKind::Text:
      return "Text";
    case TextKind::Number:
      return "Number";
    case TextKind::Boolean:
      return "Boolean";
  }
  return {};
}

/// The table of how each argument is read from text.
Json text_values(const Handler& handler) {
  Json entries = Json::array();
  for (const Parameter& parameter : handler.parameters) {
    if (parameter.source != Source::Argument) continue;
    entries.push_back({{"line", '{' + cpp_string(parameter.name) + ", detail::TextArgument::Kind::" +
                                    std::string(enumerator(*text_kind(parameter.type))) + "},"}});
  }
  return entries;
}

std::string name_of_reopened(const Handler& handler, const std::string& id) {
  return handler.reopened_scope + "::mcp_pointer_" + id;
}

/// The lines that run the function and answer: `answer` is the call around the statements, up to their lambda.
Json call_lines(const std::string& answer, const Json& statements) {
  const std::string head = "    detail::" + answer;
  constexpr std::string_view kLambda = "[&]() -> decltype(auto) {";
  const std::string only = statements.at(0).at("line").get<std::string>();
  if (statements.size() == 1 && only.find('\n') == std::string::npos) {
    const std::string lambda = std::string(kLambda) + ' ' + only + " });";
    if (head.size() + lambda.size() <= kColumns) return Json::array({{{"line", head + lambda}}});
    const std::size_t bracket = head.find('(') + 1;
    // As clang-format has it: all arguments on a line of their own if they fit.
    if (head.find(", ") != head.size() - 2 || bracket + lambda.size() > kColumns) {
      const std::string arguments = "        " + head.substr(bracket) + lambda;
      if (arguments.size() <= kColumns) {
        return Json::array({{{"line", head.substr(0, bracket)}}, {{"line", arguments}}});
      }
    }
    const std::size_t column = head.find('(') + 1;
    if (column + lambda.size() <= kColumns) {
      return Json::array({{{"line", head.substr(0, head.size() - 1)}}, {{"line", std::string(column, ' ') + lambda}}});
    }
  }
  Json lines = Json::array({{{"line", head + std::string(kLambda)}}});
  for (const Json& statement : statements) {
    lines.push_back({{"line", "      " + statement.at("line").get<std::string>()}});
  }
  lines.push_back({{"line", "    });"}});
  return lines;
}

/// `left = right`, on two lines where one is too short; both start at column `indent`.
std::string assignment(const std::string& left, const std::string& right, std::size_t indent) {
  if (indent + left.size() + 3 + right.size() <= kColumns) return left + " = " + right;
  return left + " =\n" + std::string(indent + 4, ' ') + right;
}

/// The definition of a constant that holds a schema of the user's own.
std::string raw_schema(const std::string& name, const Json& schema) {
  const std::string head = "static constinit inline detail::RawSchema " + name + '{';
  const std::string text = cpp_json_string(schema.dump(), 6, "};");
  const bool has_room = text.find('\n') == std::string::npos && 2 + head.size() + text.size() <= kColumns;
  return head + (has_room ? "" : "\n      ") + text;
}

/// What the values of all handlers have. `answer` is the call that runs the function, up to its name's end.
Json values_of(const Handler& handler, const std::string& id, const std::string& answer) {
  MemberTable table;
  Json arguments = Json::array();
  for (std::size_t i = 0; i < handler.parameters.size(); ++i) {
    const Parameter& parameter = handler.parameters[i];
    if (parameter.source != Source::Argument) continue;
    std::string type = "::mcp::detail::argument_t<McpFunction, " + std::to_string(i) + '>';
    if (parameter.omitted_by_position) {
      type = "::mcp::detail::Omittable<" + type + '>';
    }
    std::string line = type + ' ' + parameter.cpp_name;
    const bool has_default = !parameter.omitted_by_position && !parameter.default_expression.empty();
    line = has_default ? assignment(line, parameter.default_expression + ';', 4) : line + "{};";
    arguments.push_back({{"line", std::move(line)}});
    table.add(parameter, "McpArguments");
  }
  Json values = {
      {"id", id},
      {"cpp_name", handler.cpp_name},
      {"function", assignment("static constexpr auto mcp_function",
                              (handler.reopened.empty() ? handler.pointer : name_of_reopened(handler, id)) + ';', 2)},
      {"mirrored", Json::array()},
      {"raw_input", Json::array()},
      {"raw_output", Json::array()},
      {"has_texts", false},
      {"has_arguments", !arguments.empty()},
      {"arguments", std::move(arguments)},
      {"call", call_lines(answer, statements(handler))}};
  std::move(table).finish(values);
  values["object_of_arguments"] = '{' + values["table"].get<std::string>() + "};";
  return values;
}

/// Of a handler whose arguments are texts and whose result the class template `writer` writes.
Json values_of_texts(const Handler& handler, const std::string& id, const std::string& owner, std::uint64_t contract,
                     const std::string& writer) {
  const std::string answer = handler.is_task ? "answer_task_with" : "answer_with";
  Json values = values_of(handler, id, answer + "<detail::" + writer + ">(mcp_invocation, ");
  values["texts"] = text_values(handler);
  values["has_texts"] = !values["texts"].empty();
  Traits(handler, owner).finish(handler, contract, values);
  return values;
}

}  // namespace

Json reopened_values(const Handler& handler, const std::string& id) {
  std::string open;
  std::string close = "}";
  for (const std::string& space : handler.reopened) {
    open += (open.empty() ? "" : "\n") + space + '{';
  }
  // As clang-format has it: a namespace that holds a single line has no comment behind it.
  for (std::size_t i = handler.reopened.size() - 1; i > 0; --i) {
    const std::string& space = handler.reopened[i - 1];
    const std::size_t word = space.find("namespace");
    close += "\n}  // " + space.substr(word, space.find_last_not_of(' ') + 1 - word);
  }
  return {{"open", open}, {"name", "mcp_pointer_" + id}, {"pointer", handler.pointer}, {"close", close}};
}

Json handler_values(const Tool& tool, const Model& model, const std::string& id, const std::string& owner) {
  Json values = values_of(tool, id, tool.is_task ? "answer_task(mcp_invocation, " : "answer(mcp_invocation, ");
  Traits traits(tool, owner);
  if (tool.task_support != model::TaskSupport::None) {
    const bool is_required = tool.task_support == model::TaskSupport::Required;
    traits.add("task", std::string("detail::TaskSupport::") + (is_required ? "Required" : "Optional"));
  }
  if (tool.starts_task) traits.add("starts_task", "true");
  for (const model::ToolFlag& flag : model::kToolFlags) {
    if (tool.*flag.member) traits.add(std::string(flag.name), "true");
  }
  std::move(traits).finish(tool, contract_of(tool, model), values);
  values["mirrored"] = mirrored_values(tool, model);
  if (!tool.raw_input_schema.is_null()) {
    const auto argument = std::ranges::find(tool.parameters, Source::Argument, &Parameter::source);
    values["raw_input"].push_back(
        {{"schema", raw_schema("mcp_input_schema", tool.raw_input_schema)}, {"argument", argument->cpp_name}});
  }
  if (!tool.raw_output_schema.is_null()) {
    values["raw_output"].push_back({{"schema", raw_schema("mcp_output_schema", tool.raw_output_schema)}});
    const std::string answer = tool.is_task ? "answer_task<detail::RawResult<mcp_output_schema>>(mcp_invocation, "
                                            : "answer_raw(mcp_invocation, mcp_output_schema, ";
    values["call"] = call_lines(answer, statements(tool));
  }
  return values;
}

Json handler_values(const model::Resource& resource, const Model& model, const std::string& id,
                    const std::string& owner) {
  return values_of_texts(resource, id, owner, contract_of(resource, model), "ResourceWriter");
}

Json handler_values(const model::ResourceList& list, const Model& model, const std::string& id,
                    const std::string& owner) {
  return values_of_texts(list, id, owner, contract_of(list, model), "ResourceListWriter");
}

Json handler_values(const model::Prompt& prompt, const Model& model, const std::string& id, const std::string& owner) {
  return values_of_texts(prompt, id, owner, contract_of(prompt, model), "PromptWriter");
}

Json handler_values(const model::Completion& completion, const Model& model, const std::string& id,
                    const std::string& owner) {
  return values_of_texts(completion, id, owner, contract_of(completion, model), "CompletionWriter");
}

}  // namespace mcpgen
