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

}  // namespace mcp
