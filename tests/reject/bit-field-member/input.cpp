#include <mcp/annotations.hpp>

struct Flags {
  unsigned bold : 1;
};

MCP_TOOL()
int count(Flags flags);
