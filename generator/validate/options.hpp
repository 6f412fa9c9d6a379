// Reading the options of an annotation by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/declared.hpp"

namespace mcpgen {

/// The option called `name`, or null when it was not set.
[[nodiscard]] const declared::Option* find_option(const declared::Annotation& annotation, std::string_view name);
[[nodiscard]] const declared::Option* find_option(const std::optional<declared::Annotation>& annotation,
                                                  std::string_view name);

/// Its text, or `otherwise`.
template <class Annotation>
[[nodiscard]] std::string text_option(const Annotation& annotation, std::string_view name, std::string otherwise = {}) {
  const declared::Option* option = find_option(annotation, name);
  return option != nullptr ? option->value.template get<std::string>() : std::move(otherwise);
}

[[nodiscard]] std::optional<bool> flag_option(const declared::Annotation& annotation, std::string_view name);

}  // namespace mcpgen
