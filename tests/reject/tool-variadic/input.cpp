#include <mcp/annotations.hpp>

MCP_TOOL()
int add(int count, ...);
