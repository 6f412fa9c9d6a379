#include "validate/exposed.hpp"

#include <algorithm>

#include <mcp/spec/text.hpp>

#include "validate/options.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;

namespace {

declared::Parameter* find_parameter(declared::Function& function, const std::string& name, std::size_t position) {
  const auto found = std::ranges::find(function.parameters, name, &declared::Parameter::name);
  if (found != function.parameters.end()) return &*found;
  if (position >= function.parameters.size() || !function.parameters[position].name.empty()) return nullptr;
  // Generated code gives a variable this name.
  if (!mcp::spec::is_identifier(name)) return nullptr;
  function.parameters[position].name = name;
  return &function.parameters[position];
}

std::string known_names(const declared::Function& function) {
  std::string names;
  for (const declared::Parameter& parameter : function.parameters) {
    names += (names.empty() ? "" : ", ") + (parameter.name.empty() ? "(unnamed)" : '`' + parameter.name + '`');
  }
  return names.empty() ? "it has none" : "it has " + names;
}

declared::Annotation annotation_of(const Json& entry, const Location& at) {
  declared::Annotation annotation;
  annotation.at = at;
  for (const auto& [name, value] : entry.items()) {
    if (name != "parameter") annotation.options.push_back({name, value, at});
  }
  return annotation;
}

}  // namespace

declared::Function with_exposed_parameters(declared::Function function, Sink& sink) {
  const declared::Option* option = find_option(function.annotation, "params");
  if (option == nullptr) return function;
  for (std::size_t i = 0; i < option->value.size(); ++i) {
    const Json& entry = option->value[i];
    const std::string name = entry.is_object() ? entry.value("parameter", std::string()) : std::string();
    declared::Parameter* parameter = name.empty() ? nullptr : find_parameter(function, name, i);
    if (parameter == nullptr) {
      sink.error("unknown-exposed-parameter", option->at,
                 "entry " + std::to_string(i + 1) + " of `.params`, `" + name + "`, must name a parameter of `" +
                     function.name + "`; " + known_names(function));
    } else if (parameter->annotation) {
      sink.error("duplicate-annotation", option->at,
                 "parameter `" + name + "` of `" + function.name + "` must be described once");
    } else {
      parameter->annotation = annotation_of(entry, option->at);
    }
  }
  return function;
}

}  // namespace mcpgen
