#include <mcp/annotations.hpp>

MCP_TOOL()
int twice(MCP_PARAM(.minimum = 1, .maximum = 10) int value = 11);
