#include <mcp/annotations.hpp>

MCP_TOOL(.name = "add")
int add_integers(int a, int b);

MCP_TOOL(.name = "add")
double add_numbers(double a, double b);
