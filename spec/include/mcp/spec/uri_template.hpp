// The text of URI templates (RFC 6570, levels 1 to 3): what the generator checks is what the runtime compiles.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::spec {

/// Text that stands in the URI as it is, or an expression.
struct TemplatePart {
  std::string_view literal;             // of the characters of a URI; empty: an expression
  char sign = 0;                        // of the expression: one of + # . / ; ? &, or 0 for none
  std::vector<std::string_view> names;  // of its variables, at least one
};

/// A template taken apart. The views are parts of the text that was read.
struct TemplateText {
  std::vector<TemplatePart> parts;
  /// What is wrong, for behind "must" ("have a } for each {"), and at which character; empty: nothing.
  std::string problem;
  std::size_t problem_at = 0;
};

/// Reads a template: literals are of the characters of a URI (RFC 3986), names are those of RFC 6570, each there once.
/// Without expressions, what is read is a URI as far as its characters go; whether it has a scheme is not looked at.
[[nodiscard]] TemplateText read_template(std::string_view text);

}  // namespace mcp::spec
