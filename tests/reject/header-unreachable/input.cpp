#include <mcp/annotations.hpp>
#include <mcp/json.hpp>
#include <optional>
#include <string>
#include <vector>

struct Machine {
  MCP_FIELD(.header = "Region")
  std::string region;
};

MCP_TOOL()
void restart(const std::vector<Machine>& machines);

MCP_TOOL()
void stop(const std::optional<Machine>& machine);

MCP_TOOL(.input_schema = R"({
  "type": "object",
  "properties": {"machines": {"type": "array", "items": {"type": "string", "x-mcp-header": "Region"}}}
})")
void start(const mcp::json& arguments);
