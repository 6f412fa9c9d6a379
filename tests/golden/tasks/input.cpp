// Tools that are coroutines: results of every kind, as members, with defaults, with a schema of one's own.
#include <mcp/mcp.hpp>

#include <chrono>
#include <string>
#include <vector>

/// A reminder that was due.
struct Reminder {
  std::string what;  ///< What to think of
  double late;       ///< In seconds
};

mcp::Task<double> lateness(mcp::Context& ctx, std::chrono::duration<double> after) {
  const auto due = std::chrono::steady_clock::now() + after;
  co_await ctx.sleep_for(after);
  co_return std::chrono::duration<double>(std::chrono::steady_clock::now() - due).count();
}

/// Say something later.
/// @param what  What to say
/// @param after When
MCP_TOOL(.timeout_ms = 60'000)
mcp::Task<Reminder> remind(const std::string& what, std::chrono::duration<double> after, mcp::Context& ctx) {
  const double late = co_await lateness(ctx, after);
  co_return Reminder{what, late};
}

/// Wait.
/// @param after How long
MCP_TOOL()
mcp::Task<> wait(std::chrono::duration<double> after, mcp::Context& ctx) { co_await ctx.sleep_for(after); }

int next_number() { return 4; }

/// Divide.
/// @param dividend What is divided
/// @param divisor  By what
MCP_TOOL()
mcp::Task<mcp::Result<int>> divide(int dividend, int divisor = next_number()) {
  if (divisor == 0) co_return mcp::Failure{"divide by something else than 0"};
  co_return dividend / divisor;
}

/// Counts what is said.
class Crier {
 public:
  /// Say it.
  /// @param words What
  MCP_TOOL(.name = "cry")
  mcp::Task<mcp::ToolResult> say(std::vector<std::string> words) {
    mcp::ToolResult result;
    for (std::string& word : words) result.add(std::move(word));
    co_return result;
  }
};

/// Give it back.
/// @param value What
MCP_TOOL(.output_schema = R"({"type": "object"})")
mcp::Task<mcp::json> mirror(mcp::json value) { co_return value; }
