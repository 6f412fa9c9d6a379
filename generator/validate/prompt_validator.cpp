#include "validate/prompt_validator.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <mcp/spec/completion.hpp>
#include <mcp/spec/names.hpp>

#include "validate/handler_options.hpp"
#include "validate/options.hpp"

namespace mcpgen {

namespace {

/// One block, or mcp::Content itself: another variant does not convert to it.
bool is_block(const declared::Type& type) {
  static constexpr auto kAll =
      std::to_array<std::string_view>({"Text", "Image", "Audio", "ResourceLink", "EmbeddedResource"});
  if (type.kind == declared::TypeKind::Content) return true;
  return type.kind == declared::TypeKind::Variant &&
         std::ranges::equal(type.arguments, kAll, [](const declared::Type& alternative, std::string_view name) {
           return alternative.kind == declared::TypeKind::Content && alternative.text == name;
         });
}

bool is_messages(const declared::Type& type) {
  switch (type.kind) {
    case declared::TypeKind::String:
      return !type.is_path;
    case declared::TypeKind::Answer:
      return type.text == "PromptMessage" || type.text == "PromptResult";
    case declared::TypeKind::List:
      return (type.is_vector && is_answer(type.arguments.front(), "PromptMessage")) || is_block(type.arguments.front());
    case declared::TypeKind::Array:
      return is_block(type.arguments.front());
    default:
      return is_block(type);
  }
}

bool is_values(const declared::Type& type) {
  if (type.kind == declared::TypeKind::List) {
    const declared::Type& value = type.arguments.front();
    return type.is_vector && value.kind == declared::TypeKind::String && !value.is_path;
  }
  return is_answer(type, "Completion");
}

}  // namespace

model::Prompt PromptValidator::prompt(const declared::Function& function) {
  model::Prompt to;
  to.name = text_option(function.annotation, "name", function.name);
  const std::string what = "prompt `" + to.name + '`';
  if (!mcp::spec::is_prompt_name(to.name)) {
    const declared::Option* option = find_option(function.annotation, "name");
    sink_.error("bad-name", option != nullptr ? option->at : function.at,
                "the name of a prompt must " + std::string(mcp::spec::kPromptNameRule));
  }
  to.title = text_option(function.annotation, "title");
  to.description = text_option(function.annotation, "description", function.doc.description);
  to.icons = read_icons(function.annotation, what, sink_);
  to.meta = read_meta(function.annotation, what, sink_);
  to.scopes = read_scopes(function.annotation, what, sink_);
  to.timeout_ms = read_timeout(function.annotation, what, sink_);
  to.executor = read_executor(function.annotation, what, sink_);
  if (handlers_.read_texts(function, "prompt", to)) handlers_.check_descriptions(function, "prompt", to);
  const declared::Type& type = plain_result(function);
  if (!is_messages(type)) {
    sink_.error("bad-result", function.result_at,
                what +
                    " must return text, a content block, mcp::PromptMessage, a std::vector of blocks or messages, or "
                    "mcp::PromptResult, not `" +
                    type.spelling + '`');
  }
  return to;
}

model::Completion PromptValidator::completion(declared::Function function) {
  model::Completion to;
  to.name = function.name;
  const std::string what = "completion `" + to.name + '`';
  to.timeout_ms = read_timeout(function.annotation, what, sink_);
  read_reference(function.annotation, what, to);
  const declared::Type& type = plain_result(function);
  if (!is_values(type)) {
    sink_.error("bad-result", function.result_at,
                what + " must return std::vector<std::string> or mcp::Completion, not `" + type.spelling + '`');
  }
  if (!check_typed(function, what) || !handlers_.read_texts(function, "completion", to)) return to;
  bool is_first = true;
  for (std::size_t i = 0; i < to.parameters.size(); ++i) {
    model::Parameter& parameter = to.parameters[i];
    if (parameter.source != model::Source::Argument) continue;
    if (is_first) {
      parameter.name = mcp::spec::kTypedArgument;
      is_first = false;
    } else if (parameter.required) {
      sink_.error("bad-completion", function.parameters[i].at,
                  "parameter `" + parameter.name + "` of " + what +
                      " must be a std::optional or have a default: the user may not have chosen that argument yet");
    }
  }
  return to;
}

void PromptValidator::read_reference(const declared::Annotation& annotation, const std::string& what,
                                     model::Completion& to) {
  const declared::Option* prompt = find_option(annotation, "prompt");
  const declared::Option* resource = find_option(annotation, "resource");
  const declared::Option* argument = find_option(annotation, "argument");
  if ((prompt == nullptr) == (resource == nullptr)) {
    sink_.error(
        "bad-completion", resource != nullptr ? resource->at : annotation.at,
        what + " must have either `.prompt`, the name of a prompt, or `.resource`, the URI template of a resource");
    return;
  }
  if (argument == nullptr) {
    sink_.error("bad-completion", annotation.at, what + " must say which `.argument` it completes");
    return;
  }
  const declared::Option& ref = prompt != nullptr ? *prompt : *resource;
  to.is_of_prompt = prompt != nullptr;
  to.ref = ref.value.get<std::string>();
  to.ref_at = ref.at;
  to.argument = argument->value.get<std::string>();
  to.argument_at = argument->at;
}

/// The first argument; it needs no name of its own.
bool PromptValidator::check_typed(declared::Function& function, const std::string& what) {
  const auto typed = std::ranges::find(function.parameters, declared::Injected::None, &declared::Parameter::injected);
  const bool is_text = typed != function.parameters.end() && typed->type.kind == declared::TypeKind::String &&
                       !typed->type.is_path && !typed->default_value;
  if (!is_text) {
    sink_.error("bad-completion", typed != function.parameters.end() ? typed->at : function.at,
                what + " must take the typed text as its first parameter, a std::string_view or std::string");
    return false;
  }
  if (typed->name.empty()) typed->name = "mcp_typed";
  return true;
}

}  // namespace mcpgen
