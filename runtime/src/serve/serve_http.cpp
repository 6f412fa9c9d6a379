#include <stdexcept>
#include <string>
#include <utility>

#include "serve/preparation.hpp"
#include "serve/serving.hpp"
#include "transport/http/server.hpp"

namespace mcp {

namespace {

class HttpTransport final : public serve::Transport {
 public:
  HttpTransport(serve::ServerRuntime& runtime, const HttpOptions& options, const protocol::http::EndpointParts& parts,
                boost::asio::io_context* of_program)
      : is_driven_(of_program != nullptr), server_(runtime.dispatcher(), options, parts, runtime.log(), of_program) {}

  bool serve(const transport::WakeUp& stop) override { return server_.serve(stop); }
  [[nodiscard]] bool is_driven_by_program() const noexcept override { return is_driven_; }
  bool drive(std::chrono::milliseconds time) override { return server_.drive(time); }
  void set_grace(std::chrono::milliseconds grace) noexcept override { server_.set_grace(grace); }
  [[nodiscard]] std::string url() const override { return server_.url(); }
  [[nodiscard]] unsigned short port() const noexcept override { return server_.port(); }
  [[nodiscard]] ServeCounters counters() const override {
    return {.connections = server_.connections(), .sessions = server_.sessions()};
  }

 private:
  const bool is_driven_;
  transport::HttpServer server_;
};

}  // namespace

Serving ServingAccess::serve_http(Server& server, ServeOptions options, std::shared_ptr<const transport::WakeUp> stop,
                                  boost::asio::io_context* of_program) {
  HttpOptions& http = options.http;
  if (const std::string problem = serve::socket_problem(server, http); !problem.empty()) {
    throw std::invalid_argument(problem);
  }
  serve::prepare_http(server, options);
  http.endpoint.on_loopback = !http.unix_path.empty() || transport::is_loopback_host(http.host);
  if (!http.endpoint.on_loopback && http.endpoint.allowed_hosts.empty()) {
    http.endpoint.allowed_hosts.push_back(http.host);
  }
  auto impl = std::make_unique<Serving::Impl>(server, options, std::move(stop));
  serve::warn_about_keys(server, options, impl->runtime().log());
  impl->start(std::make_unique<HttpTransport>(impl->runtime(), http, serve::parts_of(options), of_program));
  return Serving(std::move(impl));
}

Serving serve_http(Server& server, ServeOptions options) {
  return ServingAccess::serve_http(server, std::move(options), std::make_shared<const transport::WakeUp>());
}

Serving serve_http(Server& server, boost::asio::io_context& context, ServeOptions options) {
  return ServingAccess::serve_http(server, std::move(options), std::make_shared<const transport::WakeUp>(), &context);
}

}  // namespace mcp
