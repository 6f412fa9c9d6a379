#include <mcp/annotations.hpp>
#include <string>

struct Target {
  MCP_FIELD(.header = "region")
  std::string region;
};

MCP_TOOL()
void copy(MCP_PARAM(.header = "Region") std::string from, Target to);
