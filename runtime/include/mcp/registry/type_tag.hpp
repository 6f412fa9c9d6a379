// Tells types from one another at run time, without RTTI.
#pragma once

#include <mcp/export.hpp>

namespace mcp::detail {

/// The address identifies a type across translation units.
template <class T>
MCP_EXPORT inline constexpr char type_tag = 0;

}  // namespace mcp::detail
