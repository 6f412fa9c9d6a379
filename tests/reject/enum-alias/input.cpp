#include <mcp/annotations.hpp>

enum class Colour { grey, gray = grey };

/// Paint the wall.
/// @param colour With which colour
MCP_TOOL()
int paint(Colour colour);
