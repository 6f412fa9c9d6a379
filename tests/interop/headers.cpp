// A tool whose arguments clients over HTTP repeat as headers: what its tests ask for, and the types that a header
// holds.
#include <mcp/mcp.hpp>

#include <cstdint>
#include <string>
#include <utility>

/// Where a request goes, and how fast.
struct Route {
  std::string region;
  std::int64_t priority;
  bool urgent;
};

/// Say where a request goes.
/// @param region   Where to
/// @param priority The higher, the sooner
/// @param urgent   Whether to wake somebody
MCP_TOOL(.read_only = true)
static Route route(MCP_PARAM(.header = "Region") std::string region,
                   MCP_PARAM(.header = "Priority") std::int64_t priority = 0,
                   MCP_PARAM(.header = "Urgent") bool urgent = false) {
  return {std::move(region), priority, urgent};
}
