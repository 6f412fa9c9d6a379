#include <mcp/annotations.hpp>

/// Count the files that a clean-up would delete.
MCP_TOOL(.read_only = true, .destructive = true)
int preview();
