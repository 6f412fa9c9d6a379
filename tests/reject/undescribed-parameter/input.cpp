#include <mcp/annotations.hpp>
#include <string>

/// Book seats on a flight.
/// @param flight The number of the flight, such as BA117
MCP_TOOL()
void book(std::string flight, int seats, bool window = false);
