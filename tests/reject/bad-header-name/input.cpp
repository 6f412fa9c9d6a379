#include <mcp/annotations.hpp>
#include <string>

MCP_TOOL()
void restart(MCP_PARAM(.header = "Region: EU") std::string region);
