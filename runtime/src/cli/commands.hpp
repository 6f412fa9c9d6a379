// The commands of a server's command line other than serving. Each returns the exit status.
#pragma once

#include <iosfwd>
#include <string_view>

#include <mcp/limits.hpp>
#include <mcp/registry/descriptor.hpp>

namespace mcp {
class Server;
}

namespace mcp::cli {

/// Prints a table of the tools.
int list(const detail::ServerDescriptor& descriptor, std::ostream& out);

/// The manifest that mcpgen wrote for the server, byte by byte, made of what the descriptor says.
int manifest(const detail::ServerDescriptor& descriptor, std::ostream& out);

/// What to paste into a client's configuration goes to `out`, where to put it to `err`. `program` is an absolute path.
int client_config(const detail::ServerDescriptor& descriptor, std::string_view client, std::string_view program,
                  std::ostream& out, std::ostream& err);

/// Calls one tool and prints its structured content, or else its text, to `out`. If the call fails, prints the text to
/// `err` and returns 1. Returns 2 if there is no such tool or the arguments are not a JSON object.
int call(const Server& server, const Limits& limits, std::string_view tool, std::string_view arguments,
         std::ostream& out, std::ostream& err);

}  // namespace mcp::cli
