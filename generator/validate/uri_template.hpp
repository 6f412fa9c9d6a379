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
  /// What is wrong with it ("have a scheme, as in https:"), for behind "must"; empty: nothing.
  std::string problem;
  /// Equal for templates that match the very same URIs: variables that stand in the URI by value alone have no names.
  std::string shape;
};

[[nodiscard]] UriTemplate parse_uri(std::string_view text);

}  // namespace mcpgen
