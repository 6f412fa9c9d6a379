#include <pthread.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

#include "hosts.hpp"
#include "httplib_host.hpp"

namespace embed {

namespace {

/// Clients of these tests open up to a hundred connections at once, and leave some of them open.
constexpr std::size_t kThreads = 256;

}  // namespace

int serve_in_httplib(mcp::Server& tools, const mcp::ServeOptions& options) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  mcp::http::Endpoint endpoint(tools, options);
  httplib::Server server;
  httplib_host::Mount mount(server, endpoint, ".*", kThreads, options.http.max_message);
  // A server that is stopped waits for idle connections. Those that end with their response are none.
  server.set_keep_alive_timeout(1);
  server.set_keep_alive_max_count(options.http.idle_timeout < std::chrono::seconds(1) ? 1 : 1000);
  const int port = options.http.port == 0                                ? server.bind_to_any_port("127.0.0.1")
                   : server.bind_to_port("127.0.0.1", options.http.port) ? options.http.port
                                                                         : -1;
  if (port < 0) throw std::runtime_error("httplib cannot listen");
  mount.widen_backlog();
  std::thread stopping([&] {
    int signal = 0;
    sigwait(&signals, &signal);
    mount.stop();
  });
  announce(tools.descriptor().name, static_cast<unsigned>(port), options);
  server.listen_after_bind();
  stopping.join();
  return 0;
}

}  // namespace embed
