#include "serve/preparation.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>

#include "base/sealing.hpp"
#include "catalog/executor_bindings.hpp"
#include "transport/http/server.hpp"

namespace mcp::serve {

namespace {

/// Whether handlers may ask their clients: a client carries the state of such a call.
bool makes_clients_carry_state(const detail::ServerDescriptor& descriptor) {
  return std::ranges::any_of(descriptor.asked, [](std::span<const detail::AskedType> unit) {
    return std::ranges::any_of(unit, [](const detail::AskedType& type) { return !type.is_stored; });
  });
}

/// An error text if a tool needs what nobody checks over HTTP; else empty.
std::string scope_problem(const Server& server) {
  for (const detail::ListedTool& tool : server.descriptor().tools) {
    if (!tool.handler->scoped) continue;
    return "the tool " + std::string(tool.name) +
           " needs scopes (.scopes), and nothing here can check who has them: this server is for stdio only";
  }
  return {};
}

}  // namespace

void check_objects(const Server& server) {
  if (const std::string missing = server.unbound(); !missing.empty()) throw std::invalid_argument(missing);
}

std::string socket_problem(const Server& server, const HttpOptions& options) {
  if (std::string problem = scope_problem(server); !problem.empty()) return problem;
  if (options.tls_certificate.empty() != options.tls_key.empty()) {
    return "a TLS certificate and its key need each other";
  }
  if (options.endpoint.allowed_hosts.empty() && options.unix_path.empty() && transport::is_any_host(options.host)) {
    return "on " + options.host +
           " every network can reach the server: name the hosts that clients may call it by (--allow-host NAME, or "
           "--allow-host '*'; in a program http.endpoint.allowed_hosts)";
  }
  return {};
}

void prepare_http(const Server& server, ServeOptions& options) {
  if (const std::string problem = scope_problem(server); !problem.empty()) throw std::invalid_argument(problem);
  check_objects(server);
  for (std::string& proxy : options.http.trusted_proxies) {
    const std::string address = transport::http_address(proxy);
    if (address.empty()) throw std::invalid_argument("a trusted proxy is an IP address or unix: \"" + proxy + "\"");
    proxy = address;
  }
}

protocol::http::EndpointParts parts_of(const ServeOptions& options) {
  return {.authorizer = options.authorizer,
          .rate_store = options.rate_store,
          .session_store = options.session_store,
          .event_store = options.event_store};
}

void warn_about_executors(const Server& server, protocol::LogSink& log) {
  for (const std::string& name : server.executors().unused()) {
    log.write("the server was given an executor \"" + name + "\", and no handler names it (.executor)");
  }
}

void warn_about_keys(const Server& server, const ServeOptions& options, protocol::LogSink& log) {
  if (!options.keys.empty() || !makes_clients_carry_state(server.descriptor())) return;
  log.write(
      "what is asked of clients is sealed with a key of this process alone: to answer elsewhere, or after a restart, "
      "give one (--state-key-file)");
}

}  // namespace mcp::serve
