#include <mcp/annotations.hpp>

enum class Units { metric, imperial MCP_VALUE(.name = "metric") };

MCP_TOOL()
int convert(int value, Units units);
