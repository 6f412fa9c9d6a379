#include <mcp/annotations.hpp>

MCP_SERVER(.name = "calculator");
MCP_SERVER(.version = "1.0");

MCP_TOOL()
int add(int a, int b);
