// Benchmarked tools that ask the client and report to it.
#include <mcp/mcp.hpp>

namespace {

struct Consent {
  bool agreed;  ///< Whether to go on
};

}  // namespace

/// Ask the user.
MCP_TOOL()
static bool ask_user(double amount, mcp::Context& ctx) {
  const auto consent = ctx.elicit<Consent>("consent", "Spend " + std::to_string(amount) + "?");
  return consent && consent->agreed;
}

/// Report progress, step by step.
MCP_TOOL()
static double report(double steps, mcp::Context& ctx) {
  for (double done = 1; done <= steps; ++done) ctx.progress(done, steps);
  return steps;
}
