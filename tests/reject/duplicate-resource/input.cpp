#include <mcp/annotations.hpp>
#include <string>

MCP_RESOURCE(.uri = "notes://{name}")
std::string by_name(std::string name);

MCP_RESOURCE(.uri = "notes://{id}")
std::string by_id(int id);
