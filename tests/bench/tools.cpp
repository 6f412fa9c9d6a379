// The benchmarked tools.
#include "tools.hpp"

/// Add two numbers.
/// @param a One
/// @param b The other
MCP_TOOL()
double add(double a, double b) { return a + b; }

/// Place an order.
/// @param order What to send where
MCP_TOOL()
bench::Receipt place(bench::Order order) {
  return {"R-2026-000117", std::move(order.customer), order.quantity,       order.price * order.quantity,
          order.express,   std::move(order.tags),     std::move(order.note)};
}
