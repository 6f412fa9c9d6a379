#include <mcp/annotations.hpp>
#include <string>

MCP_TOOL(.meta = "{'team': 'maps'}")
double distance(double from, double to);

MCP_TOOL(.meta = R"({"team": "maps", "team": "routes"})")
double duration(double from, double to);

MCP_TOOL()
double area(MCP_PARAM(.examples = R"("m2")") std::string unit);
