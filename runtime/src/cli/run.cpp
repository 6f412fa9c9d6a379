#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <initializer_list>
#include <iostream>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mcp/server.hpp>

#include "cli/commands.hpp"
#include "cli/log_writer.hpp"
#include "cli/options.hpp"
#include "cli/server_runtime.hpp"
#include "platform/standard_streams.hpp"
#include "platform/stop_signals.hpp"
#include "transport/http/server.hpp"
#include "transport/stdio/stdio.hpp"

namespace mcp {

namespace {

/// Fixes glibc's threshold for mmap. Otherwise freeing a large result raises it, and each thread's arena keeps tens of
/// megabytes.
void return_big_blocks() {
#if defined(__GLIBC__)
  ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
}

/// Shuts the server down. `printed` is the stream that handlers print to.
int leave(bool handlers_ended, cli::LogWriter& log, std::initializer_list<int> printed) {
  const bool read = log.finish();
  // A handler does not return, so nothing that it may use can be destroyed, and waiting for it is pointless.
  if (!handlers_ended) std::_Exit(0);
  if (read) return 0;
  // Nobody reads stderr, so the process must not wait for output of destructors or of the flush at exit.
  const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  for (const int descriptor : printed) (void)::dup2(nothing, descriptor);
  return 0;
}

/// Makes sure that every class has an object. Throws std::runtime_error with an error text for the user.
void bind_all(Server& server, UnboundClasses unbound) {
  if (unbound == UnboundClasses::Make) server.make_unbound();
  if (const std::string missing = server.unbound(); !missing.empty()) throw std::runtime_error(missing);
}

int serve_stdio(Server& server, const cli::Options& options, UnboundClasses unbound) {
  const bool by_hand = ::isatty(STDIN_FILENO) != 0;
  const transport::StandardStreams streams = transport::isolate_standard_streams();
  cli::make_errors_of_signals();
  bind_all(server, unbound);
  if (by_hand) {
    std::cerr << server.descriptor().name
              << " speaks the Model Context Protocol on stdin and stdout: let a client start it (--client-config), or "
                 "try --list, --call and --help. Ctrl-D ends it."
              << std::endl;
  }
  return_big_blocks();
  cli::ServerRuntime runtime(server, cli::make_serve_options(options));
  transport::StdioServer stdio(runtime.dispatcher(), options.stdio, runtime.log(), streams.in, streams.out);
  return leave(stdio.serve(runtime.stop()), runtime.log(), {STDOUT_FILENO, STDERR_FILENO});
}

/// An error text if the server cannot be served over HTTP with these options; else empty.
std::string http_problem(const Server& server, const transport::HttpOptions& options) {
  for (const detail::ListedTool& tool : server.descriptor().tools) {
    if (!tool.handler->scoped) continue;
    return "the tool " + std::string(tool.name) +
           " needs scopes (.scopes), and nothing here can check who has them: this server is for stdio only";
  }
  if (options.endpoint.allowed_hosts.empty() && transport::is_any_host(options.host)) {
    return "on " + options.host +
           " every network can reach the server: name the hosts that clients may call it by (--allow-host NAME, or "
           "--allow-host '*')";
  }
  return {};
}

/// Whether handlers may ask their clients: a client carries the state of such a call.
bool makes_clients_carry_state(const detail::ServerDescriptor& descriptor) {
  return std::ranges::any_of(descriptor.asked, [](std::span<const detail::AskedType> unit) {
    return std::ranges::any_of(unit, [](const detail::AskedType& type) { return !type.is_stored; });
  });
}

int serve_http(Server& server, cli::Options options, UnboundClasses unbound) {
  const std::string name(server.descriptor().name);
  if (const std::string problem = http_problem(server, options.http); !problem.empty()) {
    std::cerr << name << ": " << problem << '\n';
    return 2;
  }
  cli::make_errors_of_signals();
  bind_all(server, unbound);
  return_big_blocks();
  protocol::http::EndpointOptions& endpoint = options.http.endpoint;
  endpoint.on_loopback = !options.http.unix_path.empty() || transport::is_loopback_host(options.http.host);
  if (!endpoint.on_loopback && endpoint.allowed_hosts.empty()) endpoint.allowed_hosts.push_back(options.http.host);
  ServeOptions serve_options = cli::make_serve_options(options);
  const bool has_keys = serve_options.sealer != nullptr;
  endpoint.authorizer = serve_options.authorizer;
  endpoint.rate_store = serve_options.rate_store;
  endpoint.session_store = serve_options.session_store;
  endpoint.event_store = serve_options.event_store;
  cli::ServerRuntime runtime(server, std::move(serve_options));
  if (!has_keys && makes_clients_carry_state(server.descriptor())) {
    runtime.log().write(
        "what is asked of clients is sealed with a key of this process alone: to answer elsewhere, or after a restart, "
        "give one (--state-key-file)");
  }
  transport::HttpServer http(runtime.dispatcher(), options.http, runtime.log());
  runtime.log().write(name + " serves on " + http.url());
  return leave(http.serve(runtime.stop()), runtime.log(), {STDERR_FILENO});
}

int call_tool(Server& server, const cli::Options& options, UnboundClasses unbound) {
  // The tool's output must not mix with its result.
  const transport::StandardStreams streams = transport::isolate_standard_streams();
  bind_all(server, unbound);
  std::ostringstream out;
  const int status = cli::call(server, options.limits, options.tool, options.arguments, out, std::cerr);
  const std::string text = out.str();
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = ::write(streams.out, text.data() + at, text.size() - at);
    if (written < 0) return 1;
    at += static_cast<std::size_t>(written);
  }
  return status;
}

int run_command(Server& server, const cli::Options& options, UnboundClasses unbound) {
  const detail::ServerDescriptor& descriptor = server.descriptor();
  switch (options.command) {
    case cli::Command::Help:
      std::cout << cli::help_text(descriptor.name);
      return 0;
    case cli::Command::Version:
      std::cout << descriptor.name << ' ' << descriptor.version << '\n';
      return 0;
    case cli::Command::List:
      return cli::list(descriptor, std::cout);
    case cli::Command::Manifest:
      return cli::manifest(descriptor, std::cout);
    case cli::Command::ClientConfig:
      return cli::client_config(descriptor, options.client, std::filesystem::read_symlink("/proc/self/exe").string(),
                                std::cout, std::cerr);
    case cli::Command::Call:
      return call_tool(server, options, unbound);
    case cli::Command::ServeHttp:
      return serve_http(server, options, unbound);
    case cli::Command::ServeStdio:
      break;
  }
  return serve_stdio(server, options, unbound);
}

}  // namespace

int run(Server& server, int argc, char** argv, UnboundClasses unbound) {
  transport::open_missing_standard_streams();
  const std::vector<std::string_view> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  const auto parsed = cli::parse_options(arguments);
  if (const auto* const error = std::get_if<cli::UsageError>(&parsed)) {
    std::cerr << server.descriptor().name << ": " << error->text << '\n';
    return 2;
  }
  try {
    return run_command(server, std::get<cli::Options>(parsed), unbound);
  } catch (const std::exception& error) {
    std::cerr << server.descriptor().name << ": " << error.what() << '\n';
  } catch (...) {
    std::cerr << server.descriptor().name << ": an exception that is no std::exception\n";
  }
  return 1;
}

}  // namespace mcp
