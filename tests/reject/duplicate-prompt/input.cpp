#include <mcp/annotations.hpp>
#include <string>

MCP_PROMPT(.name = "greet")
std::string hello();

MCP_PROMPT(.name = "greet")
std::string good_morning();
