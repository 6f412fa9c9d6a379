#include <mcp/annotations.hpp>
#include <mcp/content.hpp>
#include <mcp/resource.hpp>
#include <mcp/task.hpp>

#include <string>
#include <vector>

MCP_RESOURCE(.uri = "notes://all")
void notes();

MCP_RESOURCE(.uri = "notes://logo")
mcp::Image logo();

MCP_RESOURCE_LIST()
std::vector<std::string> names();

MCP_RESOURCE_LIST()
mcp::Task<std::vector<mcp::Resource>> later();

MCP_PROMPT()
int answer();
