#include <mcp/annotations.hpp>

int main() {
  MCP_TOOL()
  int add(int a, int b);
}

constexpr int twice(int value) {
  struct Local {
    MCP_TOOL()
    static int one(int a) { return a; }
  };
  return Local::one(value) + Local::one(value);
}
