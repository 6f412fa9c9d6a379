#include <mcp/annotations.hpp>
#include <mcp/mcp.hpp>

/// Are there any roots?
MCP_TOOL()
bool any_roots(mcp::Context& ctx) noexcept { return !ctx.roots("roots").empty(); }
