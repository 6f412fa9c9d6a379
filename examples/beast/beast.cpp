// A program with a server of Boost.Beast that offers tools on it. The io_context runs on the main thread.
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include <boost/asio/signal_set.hpp>

#include <mcp/mcp.hpp>

#include "beast_example.mcp.hpp"
#include "beast_host.hpp"

namespace {

std::mutex mutex;
std::map<std::string, int> stock = {{"bolts", 12}, {"nuts", 7}};

}  // namespace

/// How many of an article are in stock.
/// @param article The article
MCP_TOOL(.read_only = true)
static int in_stock(const std::string& article) {
  const std::lock_guard lock(mutex);
  const auto found = stock.find(article);
  return found != stock.end() ? found->second : 0;
}

/// Put articles into the stock.
/// @param article The article
/// @param count   How many
/// @return How many there are now
MCP_TOOL(.destructive = false)
static int put(const std::string& article, MCP_PARAM(.minimum = 1, .maximum = 1000) int count) {
  const std::lock_guard lock(mutex);
  return stock[article] += count;
}

int main(int argc, char** argv) {
  namespace asio = boost::asio;
  const auto port = static_cast<unsigned short>(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 0);

  asio::io_context context;
  auto server = mcp::generated::beast_example::server();
  mcp::http::Endpoint endpoint(server);
  beast_host::Listener listener(context, {asio::ip::address_v4::loopback(), port}, endpoint);

  // stop() waits for calls, whose answers this thread writes.
  std::thread stopping;
  asio::signal_set signals(context, SIGINT, SIGTERM);
  signals.async_wait([&](const boost::system::error_code&, int) {
    listener.close();
    stopping = std::thread([&] { endpoint.stop(); });
  });
  std::cerr << "beast_example serves on http://127.0.0.1:" << listener.port() << "/mcp" << std::endl;
  context.run();
  stopping.join();
}
