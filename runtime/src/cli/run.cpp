#include <malloc.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/protocol/dispatcher.hpp>
#include <mcp/server.hpp>
#include <mcp/transport/http.hpp>
#include <mcp/transport/stdio.hpp>
#include <mcp/transport/timer_thread.hpp>

#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/shared.hpp"
#include "cli/stop_signals.hpp"
#include "cli/stream_log.hpp"

namespace mcp {

namespace {

void on_broken_pipe(int) {}

/// Makes writing to a stream that nobody reads an error and no signal that ends the process. A handler, since children
/// that a tool starts would inherit that SIGPIPE is ignored, while exec puts the default in a handler's place.
void survive_broken_pipes() {
  struct sigaction before = {};
  sigaction(SIGPIPE, nullptr, &before);
  if ((before.sa_flags & static_cast<int>(SA_SIGINFO)) != 0) return;  // the program has a handler of its own
  if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) return;
  struct sigaction action = {};
  action.sa_handler = &on_broken_pipe;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGPIPE, &action, nullptr);
}

/// Big results must not stay with the allocator once they are sent: glibc would learn from them to keep such blocks,
/// tens of megabytes for each thread.
void return_big_blocks() {
#if defined(__GLIBC__)
  ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
}

int serve_stdio(const Server& server, const cli::Options& options) {
  if (::isatty(STDIN_FILENO) != 0) {
    std::cerr << server.descriptor().name
              << " speaks the Model Context Protocol on stdin and stdout: let a client start it (--client-config), or "
                 "try --list, --call and --help. Ctrl-D ends it."
              << std::endl;
  }
  const transport::StandardStreams streams = transport::isolate_standard_streams();
  survive_broken_pipes();
  return_big_blocks();
  const transport::WakeUp stop;
  const cli::StopSignals signals(stop);
  cli::StreamLog log(std::cerr);
  transport::TimerThread timers;
  cli::Shared shared(options);
  const protocol::Dispatcher dispatcher(server, shared.dispatcher_options(), log, timers);
  transport::StdioServer stdio(dispatcher, options.stdio, log, streams.in, streams.out);
  if (stdio.serve(stop)) return 0;
  // A handler does not return. Destroying anything that it may use is out of the question, and so is waiting.
  std::_Exit(0);
}

/// What keeps a server from being served over HTTP that way; empty if nothing does.
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

int serve_http(const Server& server, cli::Options options) {
  const std::string name(server.descriptor().name);
  if (const std::string problem = http_problem(server, options.http); !problem.empty()) {
    std::cerr << name << ": " << problem << '\n';
    return 2;
  }
  survive_broken_pipes();
  return_big_blocks();
  protocol::http::EndpointOptions& endpoint = options.http.endpoint;
  endpoint.on_loopback = !options.http.unix_path.empty() || transport::is_loopback_host(options.http.host);
  if (!endpoint.on_loopback && endpoint.allowed_hosts.empty()) endpoint.allowed_hosts.push_back(options.http.host);
  const transport::WakeUp stop;
  const cli::StopSignals signals(stop);
  cli::StreamLog log(std::cerr);
  transport::TimerThread timers;
  cli::Shared shared(options);
  if (!shared.has_keys() && !server.descriptor().asked.empty()) {
    log.write(
        "what is asked of clients is sealed with a key of this process alone: to answer elsewhere, or after a restart, "
        "give one (--state-key-file)");
  }
  const protocol::Dispatcher dispatcher(server, shared.dispatcher_options(), log, timers);
  transport::HttpServer http(dispatcher, options.http, log);
  log.write(name + " serves on " + http.url());
  if (http.serve(stop)) return 0;
  std::_Exit(0);  // as above
}

int call_tool(const Server& server, const cli::Options& options) {
  // What the tool prints must not mix with its result.
  const transport::StandardStreams streams = transport::isolate_standard_streams();
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

int run_command(const Server& server, const cli::Options& options) {
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
      std::cout << descriptor.manifest;
      return 0;
    case cli::Command::ClientConfig:
      return cli::client_config(descriptor, options.client, std::filesystem::read_symlink("/proc/self/exe").string(),
                                std::cout, std::cerr);
    case cli::Command::Call:
    case cli::Command::ServeStdio:
    case cli::Command::ServeHttp:
      break;
  }
  if (const std::string unbound = server.unbound(); !unbound.empty()) {
    std::cerr << descriptor.name << ": " << unbound << '\n';
    return 1;
  }
  if (options.command == cli::Command::Call) return call_tool(server, options);
  return options.command == cli::Command::ServeHttp ? serve_http(server, options) : serve_stdio(server, options);
}

}  // namespace

int run(Server& server, int argc, char** argv) {
  transport::open_missing_standard_streams();
  const std::vector<std::string_view> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  const auto parsed = cli::parse_options(arguments);
  if (const auto* const error = std::get_if<cli::UsageError>(&parsed)) {
    std::cerr << server.descriptor().name << ": " << error->text << '\n';
    return 2;
  }
  try {
    return run_command(server, std::get<cli::Options>(parsed));
  } catch (const std::exception& error) {
    std::cerr << server.descriptor().name << ": " << error.what() << '\n';
    return 1;
  }
}

}  // namespace mcp
