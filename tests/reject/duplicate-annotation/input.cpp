#include <mcp/annotations.hpp>

MCP_TOOL()
MCP_TOOL(.title = "Sum")
int add(int a, int b);

MCP_TOOL()
int subtract(int a, int b);

MCP_TOOL()
int subtract(int a, int b) { return a - b; }
