#include <mcp/annotations.hpp>

MCP_TOOL()
int add(int a, MCP_PARAM(.name = "") int b);
