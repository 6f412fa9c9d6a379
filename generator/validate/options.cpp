#include "validate/options.hpp"

namespace mcpgen {

const declared::Option* find_option(const declared::Annotation& annotation, std::string_view name) {
  for (const declared::Option& option : annotation.options) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

const declared::Option* find_option(const std::optional<declared::Annotation>& annotation, std::string_view name) {
  return annotation ? find_option(*annotation, name) : nullptr;
}

std::optional<bool> flag_option(const declared::Annotation& annotation, std::string_view name) {
  const declared::Option* option = find_option(annotation, name);
  if (option == nullptr) return std::nullopt;
  return option->value.get<bool>();
}

}  // namespace mcpgen
