// URIs and URI templates (RFC 6570, levels 1 to 3) of MCP_RESOURCE.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

/// A variable of a template.
struct UriVariable {
  std::string name;
  bool is_query = false;  // in `{?…}` or `{&…}`: may be left out
};

/// A URI, or a template of many.
struct UriTemplate {
  std::vector<UriVariable> variables;  // none: a URI
  /// The error, a text that follows "must" ("have a scheme, as in https:"); empty if there is none.
  std::string problem;
  /// Equal for templates that match the same URIs. Names of variables whose values only stand in the URI are removed.
  std::string shape;
};

[[nodiscard]] UriTemplate parse_uri(std::string_view text);

}  // namespace mcpgen
