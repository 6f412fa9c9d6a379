#include <mcp/annotations.hpp>
#include <string>
#include <vector>

struct Point {
  int x;
  int y;
};

/// Ask for a picture.
/// @param places What to show
/// @param origin Where it begins
MCP_PROMPT()
std::string picture(std::vector<std::string> places, Point origin);
