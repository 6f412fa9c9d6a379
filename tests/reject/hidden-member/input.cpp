#include <mcp/annotations.hpp>

struct Entity {
  int id;
};

struct Order : Entity {
  int id;
  double total;
};

MCP_TOOL()
void submit(Order order);
