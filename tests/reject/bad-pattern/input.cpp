#include <mcp/annotations.hpp>
#include <string>

MCP_TOOL()
void book(MCP_PARAM(.pattern = "^[A-Z]{3") std::string airport, MCP_PARAM(.pattern = "(?i)^[a-z]+$") std::string name,
          MCP_PARAM(.pattern = "^(?=.*[0-9]).+$") std::string seat);
