// What a server does on the command line beside serving. Each returns the exit status.
#pragma once

#include <iosfwd>
#include <string_view>

#include <mcp/limits.hpp>
#include <mcp/registry/descriptor.hpp>

namespace mcp {
class Server;
}

namespace mcp::cli {

/// A table of the tools, for people.
int list(const detail::ServerDescriptor& descriptor, std::ostream& out);

/// The manifest that mcpgen wrote for the server, byte by byte, made of what the descriptor says.
int manifest(const detail::ServerDescriptor& descriptor, std::ostream& out);

/// What to paste into a client's configuration goes to `out`, where to put it to `err`. `program` is an absolute path.
int client_config(const detail::ServerDescriptor& descriptor, std::string_view client, std::string_view program,
                  std::ostream& out, std::ostream& err);

/// Calls one tool: its structured result, else its text, to `out`; 1 and the text to `err` if it fails; 2 if there is
/// no such tool or the arguments are no JSON object.
int call(const Server& server, const protocol::Limits& limits, std::string_view tool, std::string_view arguments,
         std::ostream& out, std::ostream& err);

}  // namespace mcp::cli
