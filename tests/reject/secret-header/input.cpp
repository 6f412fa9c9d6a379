#include <mcp/annotations.hpp>
#include <string>

/// Restart a machine.
/// @param machine   Its name
/// @param api_token What allows it
MCP_TOOL()
void restart(std::string machine, MCP_PARAM(.header = "Api-Token") std::string api_token);
