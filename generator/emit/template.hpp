// The templates of templates/, embedded at build time, and their rendering. A template names values and repeats
// sections (mustache); it never asks what kind a thing is.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace mcpgen {

/// The text of templates/<name>; throws std::logic_error when there is none.
[[nodiscard]] std::string_view template_text(std::string_view name);

/// templates/<name> with `values` put in: objects and arrays make sections, strings are values, booleans switch a
/// section on or off. Nothing is escaped.
[[nodiscard]] std::string render_template(std::string_view name, const nlohmann::ordered_json& values);

}  // namespace mcpgen
