#include <mcp/annotations.hpp>
#include <string>

MCP_RESOURCE(.uri = "notes://{name}")
std::string note(std::string name, int revision);

MCP_RESOURCE(.uri = "notes://all")
std::string all(std::string order);
