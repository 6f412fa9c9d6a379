// What must be true of a server and its options before it is served, and what follows from them.
#pragma once

#include <string>

#include <mcp/serve_options.hpp>
#include <mcp/server.hpp>

#include "base/log_sink.hpp"
#include "http/endpoint.hpp"

namespace mcp::serve {

/// Throws std::invalid_argument, with a text for the user, if a class has no object, or a name no executor.
void check_objects(const Server& server);

/// An error text if the server cannot be served on sockets with these options; else empty.
[[nodiscard]] std::string socket_problem(const Server& server, const HttpOptions& options);

/// What serving over HTTP needs, whoever reads the sockets: checks objects and options, and writes addresses in the one
/// way to write them. Throws std::invalid_argument, with a text for the user.
void prepare_http(const Server& server, ServeOptions& options);

[[nodiscard]] protocol::http::EndpointParts parts_of(const ServeOptions& options);

/// Says in the log which executors no handler names.
void warn_about_executors(const Server& server, protocol::LogSink& log);

/// Says in the log if clients carry what only this process can read.
void warn_about_keys(const Server& server, const ServeOptions& options, protocol::LogSink& log);

}  // namespace mcp::serve
