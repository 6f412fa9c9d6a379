// Tools that run on the main thread of a program whose main function is generated.
#include <mcp/mcp.hpp>

#include <unistd.h>

namespace {

bool is_main_thread() { return ::gettid() == ::getpid(); }

}  // namespace

/// Whether a tool of the executor "main" runs on the main thread.
MCP_TOOL(.read_only = true, .executor = "main")
bool on_main() { return is_main_thread(); }

/// Whether a coroutine goes on there.
MCP_TOOL(.read_only = true, .executor = "main")
mcp::Task<bool> on_main_later(mcp::Context& ctx) {
  co_await ctx.sleep_for(std::chrono::milliseconds(1));
  co_return is_main_thread();
}

/// Whether a tool of no executor runs there, too.
MCP_TOOL(.read_only = true)
bool anywhere() { return is_main_thread(); }
