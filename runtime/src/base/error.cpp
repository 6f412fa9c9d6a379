#include <mcp/error.hpp>

namespace mcp {

ProtocolError::ProtocolError(int code, const std::string& text) : std::runtime_error(text), code_(code) {
  const bool is_reserved = code >= -32768 && code <= -32000;
  if (is_reserved && code != -32602 && code != -32603) {
    throw std::invalid_argument("mcp::ProtocolError: the code " + std::to_string(code) +
                                " is reserved; use -32602, -32603 or one beyond -32768 … -32000");
  }
}

namespace detail {

void throw_tool_error(const std::string& text) { throw ToolError(text); }
void throw_logic_error(const char* text) { throw std::logic_error(text); }

}  // namespace detail
}  // namespace mcp
