#include <mcp/annotations.hpp>

struct Order {
  double total;
  static double tax;
  double net() const;
};

MCP_DESCRIBE(&Order::net, .description = "The sum without taxes");
MCP_DESCRIBE(&Order::tax, .minimum = 0);

MCP_TOOL()
void submit(Order order);
