// The exceptions that a handler throws to report a failure.
#pragma once

#include <stdexcept>
#include <string>

namespace mcp {

/// Thrown by a tool: the call's result has `isError: true` and this text. The text is for the model and should say what
/// to do instead. For any other exception the client gets a generic text, and the server's log gets the details.
class ToolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown by Context::sleep_for() when the call was cancelled, has timed out, or the server is shutting down. Do not
/// catch it: it ends the call. Its answer is sent only if the server is shutting down.
class Cancelled : public ToolError {
 public:
  Cancelled() : ToolError("The call was cancelled before it was finished.") {}
};

/// Thrown by any handler to answer with a JSON-RPC error instead of a result, for failures that a model cannot correct.
/// `code` is -32602 (invalid params), -32603 (internal error), or a code outside of -32768 … -32000.
class ProtocolError : public std::runtime_error {
 public:
  /// Throws std::invalid_argument for a code that JSON-RPC or the protocol reserves.
  ProtocolError(int code, const std::string& text) : std::runtime_error(text), code_(code) {
    const bool is_reserved = code >= -32768 && code <= -32000;
    if (is_reserved && code != -32602 && code != -32603) {
      throw std::invalid_argument("mcp::ProtocolError: the code " + std::to_string(code) +
                                  " is reserved; use -32602, -32603 or one beyond -32768 … -32000");
    }
  }
  [[nodiscard]] int code() const noexcept { return code_; }

 private:
  int code_;
};

}  // namespace mcp
