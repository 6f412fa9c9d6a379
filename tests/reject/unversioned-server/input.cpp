#include <mcp/annotations.hpp>

MCP_SERVER(.title = "Calculator");

/// Add two numbers.
/// @param a One
/// @param b The other
MCP_TOOL()
int add(int a, int b);
