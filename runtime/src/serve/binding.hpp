// What must be true of a server before it is served.
#pragma once

#include <stdexcept>
#include <string>

#include <mcp/serve_options.hpp>
#include <mcp/server.hpp>

namespace mcp::serve {

/// An error text if the server cannot be served over HTTP with these options; else empty.
[[nodiscard]] std::string http_problem(const Server& server, const HttpOptions& options);

/// Throws std::invalid_argument, with a text for the user, if a class has no object.
inline void check_objects(const Server& server) {
  if (const std::string missing = server.unbound(); !missing.empty()) throw std::invalid_argument(missing);
}

}  // namespace mcp::serve
