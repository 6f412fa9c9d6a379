#include <mcp/annotations.hpp>

MCP_SERVER(.name = "calculator");
