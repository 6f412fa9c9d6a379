#include <mcp/annotations.hpp>
#include <mcp/resource.hpp>

#include <string>
#include <vector>

MCP_RESOURCE_LIST()
std::vector<mcp::Resource> files(std::string folder);
