// The exceptions that a handler throws to report a failure.
#pragma once

#include <stdexcept>
#include <string>

#include <mcp/export.hpp>

namespace mcp {

/// Thrown by a tool: the call's result has `isError: true` and this text. The text is for the model and should say what
/// to do instead. For any other exception the client gets a generic text, and the server's log gets the details.
class MCP_EXPORT ToolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown by Context::sleep_for() when the call was cancelled, has timed out, or the server is shutting down. Do not
/// catch it: it ends the call. Its answer is sent only if the server is shutting down.
class MCP_EXPORT Cancelled : public ToolError {
 public:
  Cancelled() : ToolError("The call was cancelled before it was finished.") {}
};

/// Thrown by any handler to answer with a JSON-RPC error instead of a result, for failures that a model cannot correct.
/// `code` is -32602 (invalid params), -32603 (internal error), or a code outside of -32768 … -32000.
class MCP_EXPORT ProtocolError : public std::runtime_error {
 public:
  /// Throws std::invalid_argument for a code that JSON-RPC or the protocol reserves.
  ProtocolError(int code, const std::string& text);
  [[nodiscard]] int code() const noexcept { return code_; }

 private:
  int code_;
};

namespace detail {

// Headers throw by these functions, so that they compile with -fno-exceptions, too.

/// Throws ToolError.
[[noreturn]] MCP_EXPORT void throw_tool_error(const std::string& text);
/// Throws std::logic_error.
[[noreturn]] MCP_EXPORT void throw_logic_error(const char* text);

}  // namespace detail
}  // namespace mcp
