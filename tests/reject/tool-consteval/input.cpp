#include <mcp/annotations.hpp>

MCP_TOOL()
consteval int add(int a, int b) { return a + b; }
