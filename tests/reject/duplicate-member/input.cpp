#include <mcp/annotations.hpp>

struct Point {
  int x;
  MCP_FIELD(.name = "x")
  int y;
};

MCP_TOOL()
int norm(Point point);

MCP_TOOL()
int add(int a, MCP_PARAM(.name = "a") int b);
