#include <mcp/annotations.hpp>

MCP_TOOL(.meta = R"({"com.example/team": "maps", "io.modelcontextprotocol/owner": "maps"})")
double distance(double from, double to);

MCP_TOOL(.meta = R"({"2nd-team/name": "maps", "-cost": 3})")
double duration(double from, double to);
