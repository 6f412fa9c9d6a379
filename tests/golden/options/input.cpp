// Icons, _meta, scopes, constraints of every kind, headers.
#include <mcp/annotations.hpp>
#include <mcp/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

MCP_SERVER(.title = "Fleet",
           .icons = {{.src = "https://example.com/fleet.svg", .mime_type = "image/svg+xml", .sizes = "any"}});

enum class Tier { free, paid };

/// A machine of the fleet.
struct Machine {
  MCP_FIELD(.format = "hostname", .header = "Machine", .examples = R"(["web-1.example.com"])")
  std::string name;  ///< Its name in DNS
  MCP_FIELD(.header = "Generation")
  std::int64_t generation = 1;  ///< Of the hardware
  MCP_FIELD(.deprecated = true)
  std::optional<std::string> rack;  ///< Where it stands
};

/// Restart a machine.
/// @param machine Which one
/// @param region  Where it runs
/// @param tier    What it costs
/// @param tries   How often to try
/// @param step    Of the back-off, in seconds
/// @param reasons Why
MCP_TOOL(.title = "Restart", .destructive = true, .idempotent = true,
         .icons = {{.src = "https://example.com/48.png", .mime_type = "image/png", .sizes = "48x48", .theme = "light"},
                   {.src = "https://example.com/96.png", .sizes = "96x96 192x192", .theme = "dark"}},
         .scopes = "fleet:read fleet:write", .timeout_ms = 30'000, .executor = "main",
         .meta = R"({"com.example/team": "fleet", "cost": 3})")
Machine restart(Machine machine,
                MCP_PARAM(.header = "Region", .pattern = "^[a-z]{2}-[0-9]+$", .examples = R"(["eu-1", "us-2"])")
                    std::optional<std::string>
                        region,
                MCP_PARAM(.header = "Tier") Tier tier = Tier::free,
                MCP_PARAM(.minimum = 1, .exclusive_maximum = 10) int tries = 3,
                MCP_PARAM(.multiple_of = 0.5, .exclusive_minimum = 0) double step = 1.5,
                MCP_PARAM(.min_items = 1, .max_items = 4, .unique_items = true)
                    const std::vector<std::string>& reasons = {"update"}) {
  if (region && tries > 1 && step > 1) machine.rack = *region + (tier == Tier::paid ? "!" : "?") + reasons.front();
  return machine;
}

/// Find machines.
MCP_TOOL(.read_only = true, .input_schema = R"({
  "type": "object",
  "properties": {
    "where": {"type": "object", "properties": {"zone": {"type": "integer", "x-mcp-header": "Zone"}}},
    "awake": {"type": "boolean", "x-mcp-header": "Awake"}
  }
})")
int count(const mcp::json& arguments) { return static_cast<int>(arguments.size()); }
