#include "validate/validate.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <mcp/spec/names.hpp>

#include "validate/exposed.hpp"
#include "validate/form_validator.hpp"
#include "validate/handler_options.hpp"
#include "validate/handler_validator.hpp"
#include "validate/headers.hpp"
#include "validate/options.hpp"
#include "validate/prompt_validator.hpp"
#include "validate/resource_validator.hpp"
#include "validate/tool_options.hpp"
#include "validate/type_validator.hpp"

namespace mcpgen {

using model::TypeKind;

namespace {

class Validator {
 public:
  Validator(const declared::Declarations& declarations, model::Model& model, Sink& sink)
      : declarations_(declarations),
        model_(model),
        sink_(sink),
        types_(declarations, model, sink),
        handlers_(types_, model, sink, undescribed_) {}

  void run() {
    for (const declared::Function& function : declarations_.tools) add_tool(function);
    ResourceValidator resources(handlers_, types_, sink_);
    for (const declared::Function& each : declarations_.resources) {
      model_.resources.push_back(resources.resource(each));
    }
    for (const declared::Function& each : declarations_.resource_lists) {
      model_.resource_lists.push_back(resources.list(each));
    }
    PromptValidator prompts(handlers_, sink_);
    for (const declared::Function& each : declarations_.prompts) model_.prompts.push_back(prompts.prompt(each));
    for (const declared::Function& each : declarations_.completions) {
      model_.completions.push_back(prompts.completion(each));
    }
    for (const declared::Asked& asked : declarations_.asked) add_asked(asked);
    std::ranges::sort(model_.asked, {}, &model::Asked::cpp_name);
    model_.logs = declarations_.logs;
    model_.main_at = declarations_.main_at;
    for (const declared::Server& server : declarations_.servers) add_server(server);
    // Missing descriptions are reported only if there are no errors.
    if (sink_.has_errors()) return;
    for (const Diagnostic& warning : undescribed_.all()) sink_.add(warning);
  }

 private:
  void add_tool(const declared::Function& written) {
    declared::Function function = written.is_exposed ? with_exposed_parameters(written, sink_) : written;
    if (find_option(function.annotation, "input_schema") != nullptr) {
      // The parameter gets all arguments, so its name does not matter.
      for (declared::Parameter& parameter : function.parameters) {
        if (parameter.name.empty()) parameter.name = "arguments";
      }
    }
    model::Tool tool;
    read_tool_options(function, tool, sink_);
    check_tool_name(tool, function);
    if (handlers_.read(function, "tool", tool)) check_arguments(function, tool);
    add_result(function, tool);
    tool.result_description = function.doc.returns;
    read_raw_schemas(function, tool, sink_);
    if (tool.description.empty()) {
      std::vector<Note> notes;
      if (!function.is_defined && !function.is_exposed) {
        notes.push_back(
            unplaced_note("the comment must stand here, or on another declaration that this file sees: each source is "
                          "scanned without the others"));
      }
      undescribed_.warning("undescribed-tool", tool.at,
                           "tool `" + tool.name + "` should say what it does, in a doc comment" +
                               (function.is_exposed ? " above MCP_EXPOSE" : "") +
                               ": models choose tools by their description",
                           std::move(notes));
    }
    model_.tools.push_back(std::move(tool));
  }

  void add_result(const declared::Function& function, model::Tool& tool) {
    const declared::Type& type = plain_result(function);
    if (type.kind == declared::TypeKind::Void) return;
    tool.result = types_.convert(type, {"tool `" + tool.name + '`', "the result", {}, function.result_at});
  }

  void check_arguments(const declared::Function& function, const model::Tool& tool) {
    std::vector<Location> places;
    for (const declared::Parameter& parameter : function.parameters) places.push_back(parameter.at);
    if (find_option(function.annotation, "input_schema") == nullptr) {
      handlers_.check_descriptions(function, "tool", tool);
    }
    check_headers(tool, model_, places, sink_);
  }

  void check_tool_name(const model::Tool& tool, const declared::Function& function) {
    const declared::Option* option = find_option(function.annotation, "name");
    const Location& at = option != nullptr ? option->at : function.at;
    constexpr std::size_t kLongAlready = 64;
    if (!mcp::spec::is_tool_name(tool.name)) {
      sink_.error("bad-tool-name", at,
                  "the tool name `" + tool.name + "` must " + std::string(mcp::spec::kToolNameRule));
    } else if (tool.name.size() > kLongAlready) {
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

  void add_asked(const declared::Asked& asked) {
    const std::string asker = asked.is_form     ? "Context::elicit()"
                              : asked.is_stored ? "mcp::StoredHandles"
                                                : "Context::once()";
    if (asked.type.is_view) {
      sink_.error("unsupported-type", asked.at,
                  "the value of " + asker + " must be kept, so it must not be a view: `" + asked.type.spelling + '`');
      return;
    }
    std::optional<model::Type> type = types_.convert(asked.type, {asker, "type `" + asked.name + '`', {}, asked.at});
    if (!type) return;
    if (asked.is_form) check_form(asked, declarations_, model_, sink_);
    model_.asked.push_back({asked.cpp_name, asked.name, *std::move(type), asked.is_form, asked.is_stored});
  }

  void add_server(const declared::Server& server) {
    if (model_.server) {
      sink_.error("duplicate-server", server.annotation.at, "MCP_SERVER must appear only once in a server",
                  {{model_.server->at, "the other one is here"}});
      return;
    }
    const declared::Annotation& options = server.annotation;
    model_.server = model::Server{text_option(options, "name"),
                                  text_option(options, "title"),
                                  text_option(options, "version"),
                                  text_option(options, "instructions"),
                                  read_website(options, sink_),
                                  read_icons(options, "MCP_SERVER", sink_),
                                  options.at};
  }

  const declared::Declarations& declarations_;
  model::Model& model_;
  Sink& sink_;
  Sink undescribed_;  // warnings of missing descriptions
  TypeValidator types_;
  HandlerValidator handlers_;
  std::map<std::string, Location> tool_places_;
};

bool has_pattern(const model::Member& member) { return member.constraints.contains("pattern"); }

/// Whether generated code checks a pattern and so needs the codec header for regular expressions.
bool uses_patterns(const model::Model& model) {
  bool found = std::ranges::any_of(
      model.structs, [](const auto& entry) { return std::ranges::any_of(entry.second.members, has_pattern); });
  model::for_each_handler(model, [&](const model::Handler& handler) {
    found = found || std::ranges::any_of(handler.parameters, has_pattern);
  });
  return found;
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
