#include <mcp/annotations.hpp>

#include <string>

MCP_TOOL(.executor = "")
void redraw();

MCP_TOOL(.executor = "main thread")
void resize();

MCP_PROMPT(.executor = "2d")
std::string sketch();
