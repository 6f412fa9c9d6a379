#include <csignal>
#include <cstddef>
#include <thread>
#include <vector>

#include <boost/asio/signal_set.hpp>

#include "beast_host.hpp"
#include "hosts.hpp"

namespace embed {

int serve_in_beast(mcp::Server& server, const mcp::ServeOptions& options) {
  namespace asio = boost::asio;
  asio::io_context context;
  mcp::http::Endpoint endpoint(server, options);
  beast_host::Listener listener(context, {asio::ip::address_v4::loopback(), options.http.port}, endpoint,
                                options.http.max_message);
  std::thread stopping;
  asio::signal_set signals(context, SIGINT, SIGTERM);
  signals.async_wait([&](const boost::system::error_code&, int) {
    listener.close();
    stopping = std::thread([&] { endpoint.stop(); });
  });
  announce(server.descriptor().name, listener.port(), options);
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < options.http.threads; ++i) others.emplace_back([&] { context.run(); });
  context.run();
  stopping.join();
  return 0;
}

}  // namespace embed
