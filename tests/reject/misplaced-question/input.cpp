#include <mcp/annotations.hpp>
#include <mcp/completion.hpp>
#include <mcp/mcp.hpp>

#include <string>
#include <string_view>
#include <vector>

/// Ask about a place.
/// @param city Which one
MCP_PROMPT()
std::string travel(std::string city) { return "Tell me about " + city; }

MCP_COMPLETE(.prompt = "travel", .argument = "city")
std::vector<std::string> cities(std::string_view, mcp::Context& ctx) {
  return {ctx.roots("roots").empty() ? "Rome" : "Paris"};
}
