#include <mcp/annotations.hpp>

MCP_TOOL(.title = "Restart")
void restart();
