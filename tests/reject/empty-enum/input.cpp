#include <mcp/annotations.hpp>

enum class Units {};

MCP_TOOL()
int convert(int value, Units units);
