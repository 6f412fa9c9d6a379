// The HTTP servers that tests put in the place of our own, each by the adapter of an example.
#pragma once

#include <string_view>

#include <mcp/serve_options.hpp>
#include <mcp/server.hpp>

namespace embed {

/// Serves on `options.http.host` and `options.http.port` until SIGINT or SIGTERM. Writes a line with the address to
/// stderr. Returns the exit code of the process.
using Host = int(mcp::Server& server, const mcp::ServeOptions& options);

Host serve_on_context;
Host serve_in_beast;
Host serve_in_httplib;
Host serve_in_qt;

/// Says that a server is there, as ours says it.
void announce(std::string_view server_name, unsigned port, const mcp::ServeOptions& options);

}  // namespace embed
