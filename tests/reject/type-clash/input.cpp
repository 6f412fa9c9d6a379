#include <mcp/annotations.hpp>

struct Item {
  int id;
};

/// Take the first.
/// @param item What it is taken from
MCP_TOOL()
int first(Item item);
