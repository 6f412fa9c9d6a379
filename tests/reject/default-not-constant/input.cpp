#include <mcp/annotations.hpp>

int compute();

MCP_TOOL()
int scale(int value, int by = compute());

double scale(double value);
