#include <mcp/annotations.hpp>
#include <string>

MCP_TOOL()
void book(MCP_PARAM(.examples = R"([2, "two"])") int seats,
          MCP_PARAM(.max_length = 3, .examples = R"(["OSL", "Oslo"])") std::string airport);
