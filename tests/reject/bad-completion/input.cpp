#include <mcp/annotations.hpp>
#include <string>
#include <string_view>
#include <vector>

MCP_COMPLETE(.argument = "city")
std::vector<std::string> cities(std::string_view typed);

MCP_COMPLETE(.prompt = "travel")
std::vector<std::string> towns(std::string_view typed);

MCP_COMPLETE(.prompt = "travel", .argument = "day")
std::vector<std::string> days(int typed);

MCP_COMPLETE(.prompt = "travel", .argument = "hotel")
std::vector<std::string> hotels(std::string_view typed, std::string city);
