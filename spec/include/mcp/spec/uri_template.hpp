// Parses URI templates (RFC 6570, levels 1 to 3), for the generator's checks and for the runtime.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::spec {

/// A literal text or an expression.
struct TemplatePart {
  std::string_view literal;             // of the characters of a URI; empty: an expression
  char sign = 0;                        // of the expression: one of + # . / ; ? &, or 0 for none
  std::vector<std::string_view> names;  // of its variables, at least one
};

/// A parsed template. The views point into the parsed text.
struct TemplateText {
  std::vector<TemplatePart> parts;
  /// The error, a text that follows "must" ("have a } for each {"), and its position; empty if there is none.
  std::string problem;
  std::size_t problem_at = 0;
};

/// Reads a template: literals are of the characters of a URI (RFC 3986), names are those of RFC 6570, each there once.
/// Without expressions, what is read is a URI as far as its characters go; whether it has a scheme is not looked at.
[[nodiscard]] TemplateText read_template(std::string_view text);

}  // namespace mcp::spec
