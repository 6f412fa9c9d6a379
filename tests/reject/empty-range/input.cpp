#include <mcp/annotations.hpp>

MCP_TOOL()
int twice(MCP_PARAM(.minimum = 10, .maximum = 1) int value);
