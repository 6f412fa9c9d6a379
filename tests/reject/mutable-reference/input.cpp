#include <mcp/annotations.hpp>
#include <string>

MCP_TOOL()
int measure(std::string& text);
