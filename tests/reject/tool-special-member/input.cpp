#include <mcp/annotations.hpp>

struct Counter {
  MCP_TOOL()
  Counter();

  MCP_TOOL()
  ~Counter();

  MCP_TOOL()
  int operator()(int step);

  MCP_TOOL()
  operator int() const;

  MCP_TOOL()
  int take() &&;
};

MCP_TOOL()
unsigned long long operator""_steps(unsigned long long count);
