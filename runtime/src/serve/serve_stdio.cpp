#include <atomic>
#include <stdexcept>
#include <string>
#include <utility>

#include <unistd.h>

#include "platform/standard_streams.hpp"
#include "serve/preparation.hpp"
#include "serve/serving.hpp"
#include "transport/stdio/stdio.hpp"

namespace mcp {

namespace {

class StdioTransport final : public serve::Transport {
 public:
  StdioTransport(serve::ServerRuntime& runtime, const StdioOptions& options)
      : server_(runtime.dispatcher(), options, runtime.log()) {}

  bool serve(const transport::WakeUp& stop) override {
    const bool ended = server_.serve(stop);
    is_over_ = true;
    return ended;
  }
  void set_grace(std::chrono::milliseconds grace) noexcept override { server_.set_grace(grace); }
  ServeCounters counters() const override { return {.connections = is_over_ ? std::size_t{0} : std::size_t{1}}; }

 private:
  std::atomic<bool> is_over_ = false;
  transport::StdioServer server_;
};

}  // namespace

Serving ServingAccess::serve_stdio(Server& server, const ServeOptions& options,
                                   std::shared_ptr<const transport::WakeUp> stop) {
  serve::check_objects(server);
  StdioOptions stdio = options.stdio;
  if (stdio.isolate) {
    if (stdio.in != STDIN_FILENO || stdio.out != STDOUT_FILENO) {
      throw std::invalid_argument("StdioOptions::isolate is for stdin and stdout: in is " + std::to_string(stdio.in) +
                                  ", out is " + std::to_string(stdio.out));
    }
    const transport::StandardStreams streams = transport::isolate_standard_streams();
    stdio.in = streams.in;
    stdio.out = streams.out;
  }
  auto impl = std::make_unique<Serving::Impl>(server, options, std::move(stop));
  impl->start(std::make_unique<StdioTransport>(impl->runtime(), stdio));
  return Serving(std::move(impl));
}

Serving serve_stdio(Server& server, ServeOptions options) {  // NOLINT(performance-unnecessary-value-param)
  return ServingAccess::serve_stdio(server, options, std::make_shared<const transport::WakeUp>());
}

}  // namespace mcp
