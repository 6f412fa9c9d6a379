#include "validate/tool_options.hpp"

#include <algorithm>
#include <string>

#include "validate/handler_options.hpp"
#include "validate/headers.hpp"
#include "validate/options.hpp"
#include "validate/raw_schema.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;

namespace {

/// The schema; null after reporting what is wrong with it.
Json read_schema(const declared::Option& option, const model::Tool& tool, Sink& sink) {
  RawSchema checked = check_schema(option.value.get_ref<const std::string&>(), SchemaRoot::Object);
  if (checked.problems.empty()) return std::move(checked.schema);
  std::vector<Note> notes;
  for (const std::string& problem : checked.problems) notes.push_back(unplaced_note(problem));
  sink.error("bad-schema", option.at,
             "`." + option.name + "` of tool `" + tool.name +
                 "` must be a JSON Schema of draft 2020-12 for an object, all in one text",
             std::move(notes));
  return nullptr;
}

}  // namespace

void read_raw_schemas(const declared::Function& function, model::Tool& tool, Sink& sink) {
  if (const declared::Option* option = find_option(function.annotation, "input_schema")) {
    const auto is_argument = [](const model::Parameter& each) { return each.source == model::Source::Argument; };
    const auto first = std::ranges::find_if(tool.parameters, is_argument);
    if (std::ranges::count_if(tool.parameters, is_argument) != 1 || first->type.kind != model::TypeKind::Json) {
      sink.error("raw-schema-signature", option->at,
                 "tool `" + tool.name +
                     "` has an `.input_schema`, so it must take one mcp::json, which receives all arguments, and "
                     "nothing else but mcp::Context& or std::stop_token");
    } else {
      tool.raw_input_schema = read_schema(*option, tool, sink);
      check_raw_headers(*option, tool.raw_input_schema, tool, sink);
    }
  }
  if (const declared::Option* option = find_option(function.annotation, "output_schema")) {
    const bool is_task = function.result.kind == declared::TypeKind::Task;
    const declared::Type& result = is_task ? function.result.arguments.front() : function.result;
    if (result.kind != declared::TypeKind::Json) {
      sink.error("raw-schema-signature", option->at,
                 "tool `" + tool.name + "` has an `.output_schema`, so it must return mcp::json");
    } else {
      tool.raw_output_schema = read_schema(*option, tool, sink);
      refuse_raw_headers(*option, tool.raw_output_schema, tool, sink);
    }
  }
}

void read_tool_options(const declared::Function& function, model::Tool& tool, Sink& sink) {
  const declared::Annotation& annotation = function.annotation;
  tool.name = text_option(annotation, "name", function.name);
  tool.title = text_option(annotation, "title");
  tool.description = text_option(annotation, "description", function.doc.description);
  tool.read_only = flag_option(annotation, "read_only");
  tool.destructive = flag_option(annotation, "destructive");
  tool.idempotent = flag_option(annotation, "idempotent");
  tool.open_world = flag_option(annotation, "open_world");
  const std::string what = "tool `" + tool.name + '`';
  tool.icons = read_icons(annotation, what, sink);
  tool.meta = read_meta(annotation, what, sink);
  tool.scopes = read_scopes(annotation, what, sink);
  tool.timeout_ms = read_timeout(annotation, what, sink);
  tool.executor = read_executor(annotation, what, sink);
  tool.starts_task = function.starts_task;
  for (const model::ToolFlag& flag : model::kToolFlags) {
    tool.*flag.member = flag_option(annotation, flag.name).value_or(false);
  }
  const std::string support = text_option(annotation, "task");
  if (support == "Optional") tool.task_support = model::TaskSupport::Optional;
  if (support == "Required") tool.task_support = model::TaskSupport::Required;
  if (tool.read_only.value_or(false) && tool.destructive.value_or(false)) {
    sink.warning(
        "contradictory-hints", find_option(annotation, "destructive")->at,
        what + " must not be both `.read_only` and `.destructive`: a tool that changes nothing destroys nothing");
  }
}

}  // namespace mcpgen
