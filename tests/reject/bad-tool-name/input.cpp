#include <mcp/annotations.hpp>

MCP_TOOL(.name = "add two numbers!")
int add(int a, int b);
