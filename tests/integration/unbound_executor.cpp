// Handlers of an executor that a generated main function does not know.
#include <mcp/mcp.hpp>

/// Redraw the window.
MCP_TOOL(.executor = "gui")
void redraw() {}

/// The title of the window.
MCP_RESOURCE(.uri = "window://title", .executor = "gui")
std::string title() { return "Window"; }
