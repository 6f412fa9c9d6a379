#include <mcp/annotations.hpp>
#include <mcp/mcp.hpp>

struct Consent {
  bool agreed;
};

/// Delete everything.
MCP_TOOL()
bool clear(mcp::Context& ctx) {
  return ctx.elicit<Consent>("consent", "Delete the notes?")->agreed &&
         ctx.elicit<Consent>("consent", "Delete the pictures?")->agreed;
}
