// The version of the runtime, as numbers the preprocessor can compare. Generated code refuses to compile against
// another.
#pragma once

#define MCP_VERSION_MAJOR 0
#define MCP_VERSION_MINOR 1
#define MCP_VERSION_PATCH 0
#define MCP_VERSION "0.1.0"

/// What generated code and runtime must agree on. Raise it whenever generated_support.hpp changes its shape.
#define MCP_GENERATED_ABI 5
