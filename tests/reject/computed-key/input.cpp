#include <mcp/annotations.hpp>
#include <mcp/mcp.hpp>

#include <string>

/// Greet somebody.
/// @param name Whom
MCP_TOOL()
std::string greet(const std::string& name, mcp::Context& ctx) {
  return ctx.roots("roots of " + name).empty() ? "Hello" : "Hello, " + name;
}
