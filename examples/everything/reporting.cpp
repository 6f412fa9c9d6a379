// What a running tool tells its client.
#include <mcp/mcp.hpp>

#include <chrono>
#include <string>

using namespace std::chrono_literals;

/// Report progress three times.
MCP_TOOL(.read_only = true)
static mcp::Task<std::string> test_tool_with_progress(mcp::Context& ctx) {
  for (const double done : {0.0, 50.0, 100.0}) {
    ctx.progress(done, 100, "Completed step " + std::to_string(static_cast<int>(done)) + " of 100");
    co_await ctx.sleep_for(50ms);
  }
  co_return "Progress was reported.";
}

/// Log three messages.
MCP_TOOL(.read_only = true)
static mcp::Task<std::string> test_tool_with_logging(mcp::Context& ctx) {
  for (const char* const text : {"Tool execution started", "Tool processing data", "Tool execution completed"}) {
    ctx.log(mcp::LogLevel::Info, text, "everything");
    co_await ctx.sleep_for(50ms);
  }
  co_return "Tool with logging executed successfully";
}

/// Log one message, for clients that want it.
MCP_TOOL(.read_only = true)
static std::string test_logging_tool(mcp::Context& ctx) {
  ctx.log(mcp::LogLevel::Info, "The logging tool was called");
  return "Logged, for who listens.";
}

/// Answer so late that a client has time to lose its connection and to come back.
MCP_TOOL(.read_only = true)
static mcp::Task<std::string> test_reconnection(mcp::Context& ctx) {
  co_await ctx.sleep_for(1500ms);
  co_return "Reconnection test completed successfully";
}
