#include "emit/handler_code.hpp"

#include <algorithm>
#include <cstddef>
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

  const auto call = [&](const std::string& callee, std::size_t count) {
    std::string text = "return " + callee + '(';
    for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + passed[i];
    return text + ");";
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
    add("if (mcp_arguments." + later.cpp_name + ".given() && !mcp_arguments." + before.cpp_name +
        ".given()) detail::refuse_without(" + cpp_string(later.name) + ", " + cpp_string(before.name) + ");");
  }
  for (std::size_t k = 0; k < omittable.size(); ++k) {
    add("if (!mcp_arguments." + handler.parameters[omittable[k]].cpp_name + ".given()) " + call(callee, omittable[k]));
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

/// What detail::make_handler() asks for, where it is not as usual.
class Traits {
 public:
  Traits(const Handler& handler, std::uint64_t contract) {
    if (!handler.scopes.empty()) add("bool kMcpScoped = true");
    if (handler.timeout_ms != 0) add("std::uint32_t kMcpTimeout = " + std::to_string(handler.timeout_ms));
    if (takes_context(handler)) add("bool kMcpHasContext = true");
    add_questions(handler.asks);
    add("std::uint64_t kMcpContract = " + std::to_string(contract) + 'U');
  }

  void add(std::string trait) { traits_.push_back({{"trait", std::move(trait)}}); }
  /// How each argument is read from text.
  void add_texts(const Handler& handler) {
    std::string entries;
    for (const Parameter& parameter : handler.parameters) {
      if (parameter.source != Source::Argument) continue;
      entries += (entries.empty() ? "{" : ", {") + cpp_string(parameter.name) +
                 ", detail::TextArgument::Kind::" + std::string(enumerator(*text_kind(parameter.type))) + '}';
    }
    if (!entries.empty()) add("detail::TextArgument kMcpTexts[] = {" + entries + '}');
  }
  [[nodiscard]] Json take() && { return std::move(traits_); }

 private:
  void add_questions(unsigned asks) {
    constexpr std::pair<unsigned, std::string_view> kAsks[] = {{mcp::detail::kAsksForms, "kAsksForms"},
                                                               {mcp::detail::kAsksUrls, "kAsksUrls"},
                                                               {mcp::detail::kAsksModel, "kAsksModel"},
                                                               {mcp::detail::kAsksRoots, "kAsksRoots"}};
    std::string bits;
    for (const auto& [bit, name] : kAsks) {
      if ((asks & bit) != 0) bits.append(bits.empty() ? "detail::" : " | detail::").append(name);
    }
    if (!bits.empty()) add("unsigned kMcpAsks = " + bits);
  }
  static std::string_view enumerator(TextKind kind) {
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

  Json traits_ = Json::array();
};

std::string name_of_reopened(const Handler& handler, const std::string& id) {
  return handler.reopened_scope + "::mcp_pointer_" + id;
}

/// What the values of all handlers have. `answer` is the call that runs the function, up to its name's end.
Json values_of(const Handler& handler, const std::string& id, Traits traits, const std::string& answer) {
  MemberTable table;
  Json arguments = Json::array();
  bool stoppable = false;
  for (std::size_t i = 0; i < handler.parameters.size(); ++i) {
    const Parameter& parameter = handler.parameters[i];
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
                 {"name", cpp_string(handler.name)},
                 {"cpp_name", handler.cpp_name},
                 {"pointer", handler.reopened.empty() ? handler.pointer : name_of_reopened(handler, id)},
                 {"stoppable", cpp_bool(stoppable)},
                 {"answer", answer},
                 {"mirrored", Json::array()},
                 {"traits", std::move(traits).take()},
                 {"raw_input", Json::array()},
                 {"raw_output", Json::array()},
                 {"arguments", std::move(arguments)},
                 {"statements", statements(handler)}};
  std::move(table).finish(values);
  return values;
}

/// Of a handler whose arguments are texts and whose result the class template `writer` writes.
Json values_of_texts(const Handler& handler, const std::string& id, std::uint64_t contract, const std::string& writer) {
  Traits traits(handler, contract);
  traits.add_texts(handler);
  const std::string answer = handler.is_task ? "answer_task_with" : "answer_with";
  return values_of(handler, id, std::move(traits), answer + "<detail::" + writer + ">(mcp_invocation, ");
}

}  // namespace

Json reopened_values(const Handler& handler, const std::string& id) {
  std::string open;
  std::string close;
  for (const std::string& space : handler.reopened) {
    open += (open.empty() ? "" : " ") + space + '{';
    close += '}';
  }
  return {{"open", open}, {"name", "mcp_pointer_" + id}, {"pointer", handler.pointer}, {"close", close}};
}

Json handler_values(const Tool& tool, const Model& model, const std::string& id) {
  Traits traits(tool, contract_of(tool, model));
  if (tool.task_support != model::TaskSupport::None) {
    const bool is_required = tool.task_support == model::TaskSupport::Required;
    traits.add(std::string("detail::TaskSupport kMcpTask = detail::TaskSupport::") +
               (is_required ? "Required" : "Optional"));
  }
  if (tool.starts_task) traits.add("bool kMcpStartsTask = true");
  if (tool.single_use) traits.add("bool kMcpSingleUse = true");
  Json values =
      values_of(tool, id, std::move(traits), tool.is_task ? "answer_task(mcp_invocation, " : "answer(mcp_invocation, ");
  values["mirrored"] = mirrored_values(tool, model);
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
  return values;
}

Json handler_values(const model::Resource& resource, const Model& model, const std::string& id) {
  return values_of_texts(resource, id, contract_of(resource, model), "ResourceWriter");
}

Json handler_values(const model::ResourceList& list, const Model& model, const std::string& id) {
  return values_of_texts(list, id, contract_of(list, model), "ResourceListWriter");
}

Json handler_values(const model::Prompt& prompt, const Model& model, const std::string& id) {
  return values_of_texts(prompt, id, contract_of(prompt, model), "PromptWriter");
}

Json handler_values(const model::Completion& completion, const Model& model, const std::string& id) {
  return values_of_texts(completion, id, contract_of(completion, model), "CompletionWriter");
}

}  // namespace mcpgen
