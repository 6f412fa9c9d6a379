// Limits that a build checks, so that no server meets them.
#pragma once

#include <cstddef>

namespace mcp::spec {

/// Levels of JSON texts; what is nested deeper is refused.
inline constexpr std::size_t kMaxJsonDepth = 1024;

}  // namespace mcp::spec
