// The version of the runtime, as numbers that the preprocessor can compare. Generated code compiles only against the
// version that it was generated for.
#pragma once

#define MCP_VERSION_MAJOR 0
#define MCP_VERSION_MINOR 1
#define MCP_VERSION_PATCH 0
#define MCP_VERSION "0.1.0"

/// The version of the interface between generated code and runtime. Increment it with every change of what generated
/// code uses in generated_support.hpp.
#define MCP_GENERATED_ABI 7  // NOLINT(modernize-macro-to-enum): generated code compares it by #if
