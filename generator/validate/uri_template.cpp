#include "validate/uri_template.hpp"

#include <algorithm>

#include <mcp/spec/uri.hpp>
#include <mcp/spec/uri_template.hpp>

namespace mcpgen {

UriTemplate parse_uri(std::string_view text) {
  UriTemplate found;
  if (!mcp::spec::has_scheme(text)) {
    found.problem = "be absolute: begin with a scheme, as in file:///notes or notes://all";
    return found;
  }
  const mcp::spec::TemplateText read = mcp::spec::read_template(text);
  found.problem = read.problem;
  if (!found.problem.empty()) return found;
  const bool is_fixed =
      std::ranges::all_of(read.parts, [](const mcp::spec::TemplatePart& part) { return part.names.empty(); });
  if (is_fixed && !mcp::spec::is_uri(text)) {
    found.problem = "be a URI (RFC 3986): one # at most, brackets around IPv6 addresses alone, a port of digits";
    return found;
  }
  for (const mcp::spec::TemplatePart& part : read.parts) {
    if (part.names.empty()) {
      found.shape += part.literal;
      continue;
    }
    const bool is_named = part.sign == ';' || part.sign == '?' || part.sign == '&';
    found.shape += '{';
    if (part.sign != 0) found.shape += part.sign;
    for (const std::string_view name : part.names) {
      found.shape += is_named ? std::string(name) + ',' : ",";
      found.variables.push_back({std::string(name), part.sign == '?' || part.sign == '&'});
    }
    found.shape += '}';
  }
  return found;
}

}  // namespace mcpgen
