// What gives a server something to tell its listeners.
#include <mcp/mcp.hpp>

/// Offer the tool `place`, or not.
/// @param offered Whether it is to be offered
MCP_TOOL()
void change(bool offered, mcp::Context& context) {
  const mcp::ToolRegistry tools = context.server().tools();
  offered ? tools.enable("place") : tools.disable("place");
}
