#include <mcp/annotations.hpp>
#include <string>

MCP_RESOURCE(.uri = "notes://all", .mime_type = "markdown", .size = -1, .priority = 2, .last_modified = "yesterday")
std::string notes();

MCP_RESOURCE(.uri = "notes://{name}", .size = 100, .cache_ttl_ms = 0.5)
std::string note(std::string name);
