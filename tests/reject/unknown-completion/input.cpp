#include <mcp/annotations.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Ask about a place.
/// @param city Which one
/// @param day  When
MCP_PROMPT()
std::string travel(std::string city, std::string day);

MCP_RESOURCE(.uri = "places://all")
std::string places();

MCP_COMPLETE(.prompt = "travels", .argument = "city")
std::vector<std::string> cities(std::string_view typed);

MCP_COMPLETE(.resource = "places://all", .argument = "city")
std::vector<std::string> towns(std::string_view typed);

MCP_COMPLETE(.prompt = "travel", .argument = "town")
std::vector<std::string> villages(std::string_view typed);

MCP_COMPLETE(.prompt = "travel", .argument = "day")
std::vector<std::string> days(std::string_view typed, std::optional<std::string> town);
