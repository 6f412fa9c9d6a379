#include <mcp/annotations.hpp>

#include "elsewhere.hpp"

MCP_TOOL()
int subtract(int a, int b);
