#include <mcp/annotations.hpp>
#include <string>

MCP_TOOL()
int measure(MCP_PARAM(.minimum = 1) std::string text, MCP_PARAM(.min_length = 1) int factor);
