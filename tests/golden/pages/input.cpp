// More tools than a page holds.
#include <mcp/annotations.hpp>

/// The first.
MCP_TOOL() int e() { return 5; }
/// The second.
MCP_TOOL() int d() { return 4; }
/// The third.
MCP_TOOL() int c() { return 3; }
/// The fourth.
MCP_TOOL() int b() { return 2; }
/// The fifth.
MCP_TOOL() int a() { return 1; }
