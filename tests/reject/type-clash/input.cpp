#include <mcp/annotations.hpp>

struct Item {
  int id;
};

MCP_TOOL()
int first(Item item);
