// The tools of the servers of this folder: of each, something in the runtime that keeps state, a thread or a table.
#include <mcp/mcp.hpp>

#include <chrono>
#include <string>

/// Say what was said.
/// @param value Anything
MCP_TOOL(.read_only = true)
static mcp::json echo(mcp::json value) { return value; }

/// Fail.
/// @param text Why
MCP_TOOL(.read_only = true)
static int fail(const std::string& text) { throw mcp::ToolError(text); }

/// Say a colour.
/// @param colour As in HTML
MCP_TOOL(.read_only = true)
static std::string paint(MCP_PARAM(.pattern = "^#[0-9a-f]{6}$") const std::string& colour) { return colour; }

/// Say a number.
MCP_TOOL(.read_only = true, .input_schema = R"({
  "type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]
})")
static mcp::json count(const mcp::json& arguments) { return {{"number", arguments.at("number")}}; }

/// Answer a little later.
MCP_TOOL(.read_only = true)
static mcp::Task<std::string> later(mcp::Context& ctx) {
  co_await ctx.sleep_for(std::chrono::milliseconds(1));
  co_return "later";
}
