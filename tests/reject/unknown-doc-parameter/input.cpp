#include <mcp/annotations.hpp>

/// Add two numbers.
/// @param a The first
/// @param c The second
MCP_TOOL()
int add(int a, int b);
