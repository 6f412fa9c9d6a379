#include <mcp/annotations.hpp>

MCP_TOOL(.scopes = "files:read, \"files:write\"")
void archive();

MCP_TOOL(.scopes = "files:read  files:write")
void restore();
