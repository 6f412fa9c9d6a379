// mcp::run() of a program that is linked with --wrap: where it would serve over HTTP, the server that MCP_TEST_HOST
// names does.
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <mcp/server.hpp>

#include "cli/options.hpp"
#include "hosts.hpp"

namespace embed {

namespace {

Host* chosen() {
  const char* const name = std::getenv("MCP_TEST_HOST");
  const std::string_view host = name != nullptr ? name : "";
  if (host == "context") return serve_on_context;
  if (host == "beast") return serve_in_beast;
#ifdef MCP_HAS_HTTPLIB
  if (host == "httplib") return serve_in_httplib;
#endif
#ifdef MCP_HAS_QT
  if (host == "qt") return serve_in_qt;
#endif
  return nullptr;
}

}  // namespace

void announce(std::string_view server_name, unsigned port, const mcp::ServeOptions& options) {
  std::cerr << std::string(server_name) + " serves on http://127.0.0.1:" + std::to_string(port) +
                   options.http.endpoint.path + '\n'
            << std::flush;
}

// The names that the linker gives to the function and to what replaces it.
int run_as_ever(mcp::Server& server, int argc, char** argv,
                mcp::UnboundClasses unbound) asm("__real__ZN3mcp3runERNS_6ServerEiPPcNS_14UnboundClassesE");
int run_in_host(mcp::Server& server, int argc, char** argv,
                mcp::UnboundClasses unbound) asm("__wrap__ZN3mcp3runERNS_6ServerEiPPcNS_14UnboundClassesE");

int run_in_host(mcp::Server& server, int argc, char** argv, mcp::UnboundClasses unbound) {
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  const auto parsed = mcp::cli::parse_options(arguments);
  const auto* const options = std::get_if<mcp::cli::Options>(&parsed);
  if (options == nullptr || options->command != mcp::cli::Command::ServeHttp) {
    return run_as_ever(server, argc, argv, unbound);
  }
  Host* const host = chosen();
  if (host == nullptr) {
    std::cerr << "MCP_TEST_HOST names no server that this program was built with\n";
    return 2;
  }
  try {
    if (unbound == mcp::UnboundClasses::Make) server.make_unbound();
    return host(server, mcp::cli::make_serve_options(*options));
  } catch (const std::exception& error) {
    std::cerr << server.descriptor().name << ": " << error.what() << '\n';
    return 1;
  }
}

}  // namespace embed
