// The versions that generated code carries.
#pragma once

#include <string_view>

namespace mcpgen {

inline constexpr std::string_view kGeneratorVersion = MCPGEN_VERSION;
/// MCP_GENERATED_ABI of the runtime that generated code is written for (runtime/include/mcp/version.hpp).
inline constexpr int kGeneratedAbi = 7;

}  // namespace mcpgen
