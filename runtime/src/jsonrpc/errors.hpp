// JSON-RPC errors: the codes this server sends, and how an error response is written.
#pragma once

#include <string>
#include <string_view>

#include <mcp/codec/writer.hpp>

namespace mcp::protocol {

enum class ErrorCode : int {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  HeaderMismatch = -32020,              // modern
  MissingCapability = -32021,           // modern
  UnsupportedProtocolVersion = -32022,  // modern
  ResourceNotFound = -32002,            // legacy
  SessionNeeded = -32000,               // legacy, over HTTP
  SessionNotFound = -32001,             // legacy, over HTTP
  LegacyHeaderMismatch = -32001,        // the code of HeaderMismatch in revisions with sessions
};

/// The text that a client gets for a tool that failed with an exception other than ToolError.
inline constexpr std::string_view kToolFailed = "The tool failed; the server's log has the detail.";
/// The same for other handlers.
inline constexpr std::string_view kHandlerFailed = "Internal error: the server's log has the detail.";

/// Appends an error response. `id` and `data` are JSON; an empty one is omitted.
void write_error(Writer& to, std::string_view id, ErrorCode code, std::string_view message, std::string_view data = {});

/// The JSON-RPC code for a POST that is refused by an HTTP status.
[[nodiscard]] constexpr ErrorCode code_of_refusal(unsigned status) noexcept {
  return status == 429 || status >= 500 ? ErrorCode::InternalError : ErrorCode::InvalidRequest;
}
/// Appends the error response to such a POST. It has no id, because the body was not read.
void write_refusal(Writer& to, unsigned status, std::string_view text);

/// Appends the members of a CallToolResult that reports a failed call to the model.
void write_tool_error(Writer& to, std::string_view text);

/// `text` with every byte that is not UTF-8 replaced by U+FFFD. Texts of exceptions may contain any bytes.
[[nodiscard]] std::string to_utf8(std::string_view text);

/// `text` in double quotes, for error texts, cut at a character boundary to about `limit` bytes.
[[nodiscard]] std::string in_quotes(std::string_view text, std::size_t limit = 80);

}  // namespace mcp::protocol
