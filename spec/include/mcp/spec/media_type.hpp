// Media types, RFC 6838.
#pragma once

#include <string_view>

namespace mcp::spec {

/// "text/markdown", "text/html; charset=utf-8": two names with a slash between, maybe parameters, which are not looked
/// at but for being on one line.
[[nodiscard]] bool is_media_type(std::string_view text) noexcept;

}  // namespace mcp::spec
