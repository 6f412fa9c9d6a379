#include <mcp/annotations.hpp>

struct Box {
  int width = 1;
  int height = width * 2;
};

MCP_TOOL()
int area(Box box);
