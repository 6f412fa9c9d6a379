#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <initializer_list>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mcp/executor.hpp>
#include <mcp/server.hpp>

#include "catalog/executor_bindings.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "platform/standard_streams.hpp"
#include "platform/stop_signals.hpp"
#include "serve/preparation.hpp"
#include "serve/serving.hpp"

namespace mcp {

namespace {

/// The executor that a generated `main` is.
constexpr std::string_view kMain = "main";

/// Fixes glibc's threshold for mmap. Otherwise freeing a large result raises it, and each thread's arena keeps tens of
/// megabytes.
void return_big_blocks() {
#if defined(__GLIBC__)
  ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
}

/// Raises the limit to the number of descriptors that this process may have.
void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

/// Waits until the server has ended. `printed` is the stream that handlers print to.
int leave(const Serving& serving, std::initializer_list<int> printed) {
  const bool handlers_ended = serving.wait();
  const bool read = ServingAccess::log(serving).finish();
  // A handler does not return, so nothing that it may use can be destroyed, and waiting for it is pointless.
  if (!handlers_ended) std::_Exit(0);
  if (read) return 0;
  // Nobody reads stderr, so the process must not wait for output of destructors or of the flush at exit.
  const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  for (const int descriptor : printed) (void)::dup2(nothing, descriptor);
  return 0;
}

/// Makes sure that every class has an object, and every name an executor. Throws std::runtime_error with an error text
/// for the user.
void bind_all(Server& server, UnboundClasses unbound) {
  if (unbound == UnboundClasses::Make) server.make_unbound();
  if (const std::string missing = server.unbound(); !missing.empty()) throw std::runtime_error(missing);
}

int serve_stdio_of_process(Server& server, const cli::Options& options, UnboundClasses unbound) {
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
  ServeOptions serve_options = cli::make_serve_options(options);
  serve_options.stdio.in = streams.in;
  serve_options.stdio.out = streams.out;
  const auto stop = std::make_shared<const transport::WakeUp>();
  const cli::StopSignals signals(*stop);
  const Serving serving = ServingAccess::serve_stdio(server, serve_options, stop);
  return leave(serving, {STDOUT_FILENO, STDERR_FILENO});
}

int serve_http_of_process(Server& server, const cli::Options& options, UnboundClasses unbound) {
  const std::string name(server.descriptor().name);
  if (const std::string problem = serve::socket_problem(server, options.http); !problem.empty()) {
    std::cerr << name << ": " << problem << '\n';
    return 2;
  }
  cli::make_errors_of_signals();
  raise_descriptor_limit();
  bind_all(server, unbound);
  return_big_blocks();
  const auto stop = std::make_shared<const transport::WakeUp>();
  const cli::StopSignals signals(*stop);
  const Serving serving = ServingAccess::serve_http(server, cli::make_serve_options(options), stop);
  ServingAccess::log(serving).write(name + " serves on " + serving.url());
  return leave(serving, {STDERR_FILENO});
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
      return serve_http_of_process(server, options, unbound);
    case cli::Command::ServeStdio:
      break;
  }
  return serve_stdio_of_process(server, options, unbound);
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
  // What handlers have of the program's main thread while it waits in here.
  MainThread main_thread;
  try {
    if (unbound == UnboundClasses::Make && server.executors().lacks(kMain)) server.executor(kMain, main_thread);
    return run_command(server, std::get<cli::Options>(parsed), unbound);
  } catch (const std::exception& error) {
    std::cerr << server.descriptor().name << ": " << error.what() << '\n';
  } catch (...) {
    std::cerr << server.descriptor().name << ": an exception that is no std::exception\n";
  }
  return 1;
}

}  // namespace mcp
