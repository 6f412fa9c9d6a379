#include <mcp/annotations.hpp>

MCP_TOOL()
int add(int a, int b) = delete;
