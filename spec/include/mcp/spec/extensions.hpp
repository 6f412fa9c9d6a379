// The extensions of the protocol that servers offer.
#pragma once

#include <string_view>

namespace mcp::spec {

/// Calls that become tasks.
inline constexpr std::string_view kTasksExtension = "io.modelcontextprotocol/tasks";

}  // namespace mcp::spec
