#include <mcp/annotations.hpp>

MCP_SERVER(.website = "example.com/weather");
