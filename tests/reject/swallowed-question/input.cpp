#include <mcp/annotations.hpp>
#include <mcp/mcp.hpp>

/// Are there any roots?
MCP_TOOL()
bool any_roots(mcp::Context& ctx) {
  try {
    return !ctx.roots("roots").empty();
  } catch (...) {
    return false;
  }
}
