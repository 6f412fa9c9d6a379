#include <mcp/annotations.hpp>
#include <string>
#include <vector>

MCP_TOOL()
int measure(MCP_PARAM(.min_length = -1) std::string text, MCP_PARAM(.max_items = -5) std::vector<int> factors);
