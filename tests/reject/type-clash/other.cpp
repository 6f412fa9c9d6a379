#include <mcp/annotations.hpp>

struct Item {
  double price;
  double tax;
};

MCP_TOOL()
double second(Item item);
