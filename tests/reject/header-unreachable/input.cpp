#include <mcp/annotations.hpp>
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
