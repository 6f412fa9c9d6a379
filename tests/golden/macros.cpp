// A case as its wrapper compiles it, in a project that defines macros.
#include <mcp/generated_support.hpp>
#include <mcp/push_macros.hpp>
#define MCP_GENERATED_HEADERS
#include "generated.inc"
#undef MCP_GENERATED_HEADERS
#include <mcp/pop_macros.hpp>

#ifdef SOURCE_DEFINES
#undef JSON_DIAGNOSTICS
#define JSON_DIAGNOSTICS 1
#endif
#include <mcp/mcp.hpp>

#include "input.cpp"

#include "generated.inc"
