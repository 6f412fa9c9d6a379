#include <csignal>
#include <iostream>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <mcp/serve.hpp>

#include "hosts.hpp"

namespace embed {

/// Our own server, on an io_context of the program.
int serve_on_context(mcp::Server& server, const mcp::ServeOptions& options) {
  boost::asio::io_context context;
  const mcp::Serving serving = mcp::serve_http(server, context, options);
  boost::asio::signal_set signals(context, SIGINT, SIGTERM);
  signals.async_wait([&](const boost::system::error_code&, int) { serving.request_stop(); });
  std::cerr << std::string(server.descriptor().name) + " serves on " + serving.url() + '\n' << std::flush;
  context.run();
  return 0;
}

}  // namespace embed
