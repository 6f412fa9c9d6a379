// What a handler throws to tell the model what went wrong.
#pragma once

#include <stdexcept>
#include <string>

namespace mcp {

/// Thrown by a tool: the call's result has `isError: true` and this text, which should say what to do instead. Any
/// other exception gives a generic text to the client and its detail to stderr.
class ToolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown out of Context::sleep_for() when the call was cancelled, its time is over or the server is shutting down. Let
/// it pass: the call ends, and what it answers is sent only while the server shuts down.
class Cancelled : public ToolError {
 public:
  Cancelled() : ToolError("The call was cancelled before it was finished.") {}
};

/// Thrown by any handler to answer with an error of the protocol rather than with a result: for what no model can
/// mend. `code` is one of JSON-RPC's own, -32602 and -32603, or one beyond -32768 … -32000.
class ProtocolError : public std::runtime_error {
 public:
  /// Throws std::invalid_argument for codes that JSON-RPC and the protocol keep for themselves.
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
