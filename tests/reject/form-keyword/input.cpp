#include <mcp/annotations.hpp>
#include <mcp/mcp.hpp>

#include <string>

struct Address {
  MCP_FIELD(.pattern = "^[0-9]{5}$")
  std::string zip;
  MCP_FIELD(.format = "hostname")
  std::string host;
};

/// Send it.
MCP_TOOL()
std::string send(mcp::Context& ctx) { return ctx.elicit<Address>("address", "Where to?").value().zip; }
