#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include <mcp/authorizer.hpp>
#include <mcp/event_store.hpp>
#include <mcp/session_store.hpp>

#include "serve/binding.hpp"
#include "serve/serving.hpp"
#include "transport/http/server.hpp"

namespace mcp {

namespace {

class HttpTransport final : public serve::Transport {
 public:
  HttpTransport(serve::ServerRuntime& runtime, const HttpOptions& options, const protocol::http::EndpointParts& parts)
      : server_(runtime.dispatcher(), options, parts, runtime.log()) {}

  bool serve(const transport::WakeUp& stop) override { return server_.serve(stop); }
  void set_grace(std::chrono::milliseconds grace) noexcept override { server_.set_grace(grace); }
  std::string url() const override { return server_.url(); }
  unsigned short port() const noexcept override { return server_.port(); }
  ServeCounters counters() const override {
    return {.connections = server_.connections(), .sessions = server_.sessions()};
  }

 private:
  transport::HttpServer server_;
};

/// Whether handlers may ask their clients: a client carries the state of such a call.
bool makes_clients_carry_state(const detail::ServerDescriptor& descriptor) {
  return std::ranges::any_of(descriptor.asked, [](std::span<const detail::AskedType> unit) {
    return std::ranges::any_of(unit, [](const detail::AskedType& type) { return !type.is_stored; });
  });
}

}  // namespace

std::string serve::http_problem(const Server& server, const HttpOptions& options) {
  for (const detail::ListedTool& tool : server.descriptor().tools) {
    if (!tool.handler->scoped) continue;
    return "the tool " + std::string(tool.name) +
           " needs scopes (.scopes), and nothing here can check who has them: this server is for stdio only";
  }
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

Serving ServingAccess::serve_http(Server& server, ServeOptions options, std::shared_ptr<const transport::WakeUp> stop) {
  HttpOptions& http = options.http;
  if (const std::string problem = serve::http_problem(server, http); !problem.empty())
    throw std::invalid_argument(problem);
  serve::check_objects(server);
  http.endpoint.on_loopback = !http.unix_path.empty() || transport::is_loopback_host(http.host);
  if (!http.endpoint.on_loopback && http.endpoint.allowed_hosts.empty()) {
    http.endpoint.allowed_hosts.push_back(http.host);
  }
  for (std::string& proxy : http.trusted_proxies) {
    const std::string address = transport::http_address(proxy);
    if (address.empty()) throw std::invalid_argument("a trusted proxy is an IP address or unix: \"" + proxy + "\"");
    proxy = address;
  }
  auto impl = std::make_unique<Serving::Impl>(server, options, std::move(stop));
  if (options.keys.empty() && makes_clients_carry_state(server.descriptor())) {
    impl->runtime().log().write(
        "what is asked of clients is sealed with a key of this process alone: to answer elsewhere, or after a restart, "
        "give one (--state-key-file)");
  }
  const protocol::http::EndpointParts parts{.authorizer = options.authorizer,
                                            .rate_store = options.rate_store,
                                            .session_store = options.session_store,
                                            .event_store = options.event_store};
  impl->start(std::make_unique<HttpTransport>(impl->runtime(), http, parts));
  return Serving(std::move(impl));
}

Serving serve_http(Server& server, ServeOptions options) {
  return ServingAccess::serve_http(server, std::move(options), std::make_shared<const transport::WakeUp>());
}

}  // namespace mcp
