// The main function behind the code of docs/embedding.md: it runs each part of the page, and prints what that says.
#pragma once

#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>

#include "embedding.mcp.hpp"

namespace {

constexpr std::string_view kList =
    R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":)"
    R"("2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})";

}  // namespace

int main() {
  Shop shop;
  auto server = mcp::generated::embedding::server();
  server.bind(shop);
  serve_on_threads(server);
  serve_on_context(server);

  mcp::http::Endpoint endpoint(server);
  std::cout << "behind an HTTP server: " << answer(endpoint, std::string(kList)) << '\n';
  endpoint.stop();

  mcp::MessageEndpoint messages(server);
  std::cout << "over a pipe: " << ping(messages) << '\n';

  mcp::MainThread main_thread;
  main_thread.post([] { std::cout << "a job on the main thread\n"; });
  const int jobs = frames(main_thread, 1);
  std::cout << "jobs: " << jobs << '\n';

  boost::asio::io_context context;
  poll_from(context, main_thread);
  std::thread([&] { main_thread.post([] { std::cout << "a job in a loop of Asio\n"; }); }).join();
  OnContext(context).post([] { std::cout << "a job of an executor\n"; });
  context.run();
}
