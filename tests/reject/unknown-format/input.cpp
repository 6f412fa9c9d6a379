#include <mcp/annotations.hpp>
#include <string>

MCP_TOOL()
void invite(MCP_PARAM(.format = "e-mail") std::string address, MCP_PARAM(.format = "iban") std::string account);
