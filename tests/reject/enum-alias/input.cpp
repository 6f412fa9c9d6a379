#include <mcp/annotations.hpp>

enum class Colour { grey, gray = grey };

MCP_TOOL()
int paint(Colour colour);
