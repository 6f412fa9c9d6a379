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

}  // namespace mcp
