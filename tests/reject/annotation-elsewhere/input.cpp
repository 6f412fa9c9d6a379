#include <mcp/annotations.hpp>

#include "elsewhere.hpp"

/// Subtract a number from another.
/// @param a The number
/// @param b What to subtract
MCP_TOOL()
int subtract(int a, int b);
