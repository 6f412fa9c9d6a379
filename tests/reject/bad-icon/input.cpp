#include <mcp/annotations.hpp>

MCP_TOOL(.icons = {{.src = "icons/add.png", .mime_type = "image/png"}})
int add(int a, int b);

MCP_TOOL(.icons = {{.src = "https://example.com/48.png", .sizes = "48x48"},
                   {.src = "https://example.com/any.svg", .sizes = "48 pixels"}})
int subtract(int a, int b);
