#include <mcp/annotations.hpp>

MCP_TOOL()
int counter = 0;

struct Point {
  MCP_TOOL()
  double x = 0;
};

MCP_FIELD(.minimum = 0)
int add(int a, MCP_VALUE(.name = "b") int b);

static MCP_TOOL() int subtract(int a, int b);

void configure() {
  MCP_SERVER(.name = "calculator");
}
