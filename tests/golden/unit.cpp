// A case as a server's wrapper compiles it.
#include <mcp/generated_support.hpp>
#define MCP_GENERATED_HEADERS
#include "generated.inc"
#undef MCP_GENERATED_HEADERS
#include "input.cpp"

#include "generated.inc"
