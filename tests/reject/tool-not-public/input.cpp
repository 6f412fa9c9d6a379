#include <mcp/annotations.hpp>

class Counter {
  MCP_TOOL()
  int next();

 protected:
  MCP_TOOL()
  static int last();

  struct Nested {
    MCP_TOOL()
    int value();
  };
};
