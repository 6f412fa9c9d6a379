// Suggestions for misspelt names ("did you mean …?").
#pragma once

#include <span>
#include <string_view>

namespace mcp::spec {

/// The name closest to `misspelt`, ignoring the case of letters; empty if none is close enough to suggest.
[[nodiscard]] std::string_view nearest_name(std::string_view misspelt, std::span<const std::string_view> names);

}  // namespace mcp::spec
