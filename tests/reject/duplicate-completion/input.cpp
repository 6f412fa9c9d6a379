#include <mcp/annotations.hpp>
#include <string>
#include <string_view>
#include <vector>

/// Ask about a place.
/// @param city Which one
MCP_PROMPT()
std::string travel(std::string city);

MCP_COMPLETE(.prompt = "travel", .argument = "city")
std::vector<std::string> cities(std::string_view typed);

MCP_COMPLETE(.prompt = "travel", .argument = "city")
std::vector<std::string> towns(std::string_view typed);
