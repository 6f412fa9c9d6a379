#include <mcp/annotations.hpp>
#include <optional>
#include <string>

MCP_RESOURCE(.uri = "notes://{folder}/{name}")
std::string note(std::optional<std::string> folder, std::string name = "index");
