// A program that is compiled with a sanitizer, and calls its own server.
#include <mcp/serve.hpp>

#include "calls.hpp"
#include SERVER_HEADER

int main() {
  mcp::Server server = mcp::generated::SERVER_NAMESPACE::server();
  const mcp::Serving serving = mcp::serve_http(server);
  const bool good = hosts::all_tools_answer(serving.port());
  return serving.stop() && good ? 0 : 1;
}
