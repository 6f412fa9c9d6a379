// Checks that nlohmann::json has the same layout and namespace here as in the runtime, in a source that includes
// <mcp/json.hpp>. Macros of that library change both. Other sources may define them as they like.
//
// There is no `#pragma once`: a source can define such a macro anywhere, so generated code checks again at its end. If
// the runtime itself was compiled with such a macro, its CMake target defines MCP_RUNTIME_<macro>.

#ifdef MCP_JSON_IS_NLOHMANN

#ifndef MCP_RUNTIME_JSON_DIAGNOSTICS
#define MCP_RUNTIME_JSON_DIAGNOSTICS 0
#endif
#ifndef MCP_RUNTIME_JSON_DIAGNOSTIC_POSITIONS
#define MCP_RUNTIME_JSON_DIAGNOSTIC_POSITIONS 0
#endif
#ifndef MCP_RUNTIME_JSON_USE_LEGACY_DISCARDED_VALUE_COMPARISON
#define MCP_RUNTIME_JSON_USE_LEGACY_DISCARDED_VALUE_COMPARISON 0
#endif
#ifndef MCP_RUNTIME_NLOHMANN_JSON_NAMESPACE_NO_VERSION
#define MCP_RUNTIME_NLOHMANN_JSON_NAMESPACE_NO_VERSION 0
#endif

#if defined(JSON_DIAGNOSTICS) && JSON_DIAGNOSTICS != MCP_RUNTIME_JSON_DIAGNOSTICS
#error "JSON_DIAGNOSTICS changes nlohmann::json: it must be what MCPGenerate's runtime was compiled with; drop it"
#endif
#if defined(JSON_DIAGNOSTIC_POSITIONS) && JSON_DIAGNOSTIC_POSITIONS != MCP_RUNTIME_JSON_DIAGNOSTIC_POSITIONS
#error \
    "JSON_DIAGNOSTIC_POSITIONS changes nlohmann::json: it must be what MCPGenerate's runtime was compiled with; drop it"
#endif
#if defined(JSON_USE_LEGACY_DISCARDED_VALUE_COMPARISON) && \
    JSON_USE_LEGACY_DISCARDED_VALUE_COMPARISON != MCP_RUNTIME_JSON_USE_LEGACY_DISCARDED_VALUE_COMPARISON
#error "JSON_USE_LEGACY_DISCARDED_VALUE_COMPARISON must be what MCPGenerate's runtime was compiled with; drop it"
#endif
#if defined(NLOHMANN_JSON_NAMESPACE_NO_VERSION) && \
    NLOHMANN_JSON_NAMESPACE_NO_VERSION != MCP_RUNTIME_NLOHMANN_JSON_NAMESPACE_NO_VERSION
#error "NLOHMANN_JSON_NAMESPACE_NO_VERSION must be what MCPGenerate's runtime was compiled with; drop it"
#endif

#endif
