#include <mcp/annotations.hpp>
#include <mcp/mcp.hpp>

#include <string>
#include <vector>

struct Item {
  std::string name;
};

struct Order {
  std::vector<Item> items;
  std::vector<std::string> notes;
};

/// Order something.
MCP_TOOL()
std::size_t order(mcp::Context& ctx) {
  if (!ctx.elicit<bool>("sure", "Sure?").value()) return 0;
  return ctx.elicit<Order>("order", "What would you like?").value().items.size();
}
