#include <mcp/annotations.hpp>
#include <string>

MCP_PROMPT(.name = "")
std::string greet();

MCP_RESOURCE(.uri = "notes://all", .name = "")
std::string notes();
