#include <mcp/annotations.hpp>

/// Add two numbers.
/// @param a One
/// @param b The other
MCP_TOOL()
int add(int a, int b) { return a + b; }

int main() { return add(1, -1); }
