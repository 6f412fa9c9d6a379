#include <mcp/annotations.hpp>

/// Wait.
/// @param seconds How long
MCP_TOOL()
unsigned sleep(unsigned seconds) { return seconds; }
