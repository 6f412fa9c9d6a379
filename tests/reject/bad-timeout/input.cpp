#include <mcp/annotations.hpp>

MCP_TOOL(.timeout_ms = 0)
void archive();

MCP_TOOL(.timeout_ms = 2.5)
void restore();

MCP_TOOL(.timeout_ms = 7LL * 24 * 60 * 60 * 1000)
void replicate();
