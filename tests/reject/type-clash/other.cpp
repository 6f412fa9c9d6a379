#include <mcp/annotations.hpp>

struct Item {
  double price;
  double tax;
};

/// Take the second.
/// @param item What it is taken from
MCP_TOOL()
double second(Item item);
