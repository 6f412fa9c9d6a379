// A handler that needs <mcp/json.hpp>, and does not include it.
#include <mcp/context.hpp>

bool has_meta(const mcp::Context& ctx) { return !ctx.meta().is_null(); }
