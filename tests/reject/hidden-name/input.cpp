#include <mcp/annotations.hpp>

void save();

namespace {

MCP_TOOL()
void save() {}

}  // namespace
