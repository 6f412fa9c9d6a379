// The formats that strings can be held to.
#pragma once

#include <string_view>

#include <mcp/codec/constraints.hpp>

namespace mcp::internal {

/// As JSON Schema spells it: "date-time".
[[nodiscard]] std::string_view name_of(detail::Format format) noexcept;

[[nodiscard]] bool has_format(std::string_view text, detail::Format format);

}  // namespace mcp::internal
