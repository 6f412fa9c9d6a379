#include <mcp/annotations.hpp>

const char* title();

MCP_TOOL(.read_only = "yes")
int add(int a, int b);

MCP_TOOL(.title = title())
int subtract(int a, int b);
