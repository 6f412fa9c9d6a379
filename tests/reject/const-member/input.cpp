#include <mcp/annotations.hpp>

struct Box {
  const int width = 1;
};

MCP_TOOL()
int area(Box box);
