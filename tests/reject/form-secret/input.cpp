#include <mcp/annotations.hpp>
#include <mcp/mcp.hpp>

#include <string>

struct Login {
  std::string user;
  std::string password;
  std::string code;  ///< The PIN of your card
};

/// Log in.
MCP_TOOL()
std::string log_in(mcp::Context& ctx) { return ctx.elicit<Login>("login", "Who are you?").value().user; }
