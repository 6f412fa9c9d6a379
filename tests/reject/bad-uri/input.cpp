#include <mcp/annotations.hpp>
#include <string>

MCP_RESOURCE(.title = "All notes")
std::string all();

MCP_RESOURCE(.uri = "notes/{name}")
std::string by_name(std::string name);

MCP_RESOURCE(.uri = "notes://{path*}")
std::string by_path(std::string path);

MCP_RESOURCE(.uri = "notes://{name")
std::string unfinished(std::string name);

MCP_RESOURCE(.uri = "notes://my notes")
std::string spaced();
