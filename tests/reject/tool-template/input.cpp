#include <mcp/annotations.hpp>

template <class T>
MCP_TOOL()
T add(T a, T b) {
  return a + b;
}

template <class T>
struct Accumulator {
  MCP_TOOL()
  void add(int value);
};

MCP_TOOL()
int subtract(auto a, auto b) { return a - b; }
