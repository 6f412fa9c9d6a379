#include <mcp/annotations.hpp>

MCP_TOOL(.nme = "sum", .read_only = true)
int add(int a, MCP_PARAM(.minimun = 0) int b);
