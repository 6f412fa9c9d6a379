#include <mcp/annotations.hpp>
#include <string>
#include <vector>

MCP_TOOL()
void restart(MCP_PARAM(.header = "Priority") double priority,
             MCP_PARAM(.header = "Region") std::vector<std::string> regions);
