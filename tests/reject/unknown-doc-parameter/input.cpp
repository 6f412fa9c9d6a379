#include <mcp/annotations.hpp>

/// Add two numbers.
/// @param a The first
/// @param b The second
/// @param c What was carried over
MCP_TOOL()
int add(int a, int b);
