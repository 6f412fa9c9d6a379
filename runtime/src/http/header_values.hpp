// Values of HTTP headers: what may stand in them, the base64 form of text that may not, media types.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcp::protocol::http {

/// Whether all of `value` is visible ASCII, space or tab: nothing else may stand in a header of ours.
[[nodiscard]] bool is_header_text(std::string_view value) noexcept;

/// Whether a client has to send `text` as `=?base64?…?=`.
[[nodiscard]] bool needs_base64(std::string_view text) noexcept;

/// The text that a header carries (2026-07-28, basic/transports/streamable-http, "Value Encoding"): without the spaces
/// and tabs around it, and decoded if it is `=?base64?…?=`. Nothing if it holds other bytes than is_header_text()
/// allows, or base64 that is not strict or not UTF-8. The view is of `value`, or of `storage` if something was decoded.
[[nodiscard]] std::optional<std::string_view> decode_header_value(std::string_view value, std::string& storage);

/// Whether the value of an Accept header allows `media_type` ("text/event-stream"). The narrowest range that matches
/// decides; parameters other than `q` do not. Without the header everything is accepted: the caller's to know.
[[nodiscard]] bool accepts(std::string_view accept, std::string_view media_type) noexcept;

/// Whether the value of a Content-Type header is application/json, in UTF-8 if it names a charset.
[[nodiscard]] bool is_json_content_type(std::string_view value) noexcept;

}  // namespace mcp::protocol::http
