#include <mcp/annotations.hpp>
#include <string_view>
#include <vector>

struct Item {
  int id;
  std::string_view name;
};

MCP_TOOL()
int submit(std::vector<Item> items, int* count);
