#include <mcp/annotations.hpp>
#include <string>

MCP_RESOURCE(.uri = "notes://{folder}/{name}")
std::string note(std::string folder, std::string nam);
