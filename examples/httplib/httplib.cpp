// A program with a server of cpp-httplib that offers tools on it, beside pages of its own.
#include <pthread.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <mcp/mcp.hpp>

#include "httplib_example.mcp.hpp"
#include "httplib_host.hpp"

namespace {

std::mutex mutex;
std::vector<std::string> guests;

}  // namespace

/// Write a name into the guest book.
/// @param name Whose
/// @return How many names there are now
MCP_TOOL(.destructive = false)
static std::size_t sign(MCP_PARAM(.min_length = 1, .max_length = 100) std::string name) {
  const std::lock_guard lock(mutex);
  guests.push_back(std::move(name));
  return guests.size();
}

/// The names in the guest book.
MCP_TOOL(.read_only = true)
static std::vector<std::string> names() {
  const std::lock_guard lock(mutex);
  return guests;
}

int main(int argc, char** argv) {
  // Before there is another thread: only the one that waits for them has signals.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  auto tools = mcp::generated::httplib_example::server();
  mcp::http::Endpoint endpoint(tools);
  httplib::Server server;
  server.Get("/", [](const httplib::Request&, httplib::Response& response) {
    const std::lock_guard lock(mutex);
    response.set_content(std::to_string(guests.size()) + " guests\n", "text/plain");
  });
  httplib_host::Mount mount(server, endpoint, "/mcp", 64);

  int port = argc > 1 ? std::atoi(argv[1]) : 0;
  if (port == 0) {
    port = server.bind_to_any_port("127.0.0.1");
  } else if (!server.bind_to_port("127.0.0.1", port)) {
    port = -1;
  }
  if (port < 0) {
    std::cerr << "httplib_example: the port is taken\n";
    return 1;
  }
  mount.widen_backlog();
  std::thread stopping([&] {
    int signal = 0;
    sigwait(&signals, &signal);
    mount.stop();
  });
  std::cerr << "httplib_example serves on http://127.0.0.1:" << port << "/mcp" << std::endl;
  server.listen_after_bind();
  stopping.join();
}
