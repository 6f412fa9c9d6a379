#include "cli/server_runtime.hpp"

#include <unistd.h>

#include <utility>

namespace mcp::cli {

namespace {

ServeOptions with_defaults(ServeOptions options) {
  if (!options.task_store) options.task_store = std::make_shared<protocol::MemoryTaskStore>(options.task_limits);
  return options;
}

}  // namespace

ServerRuntime::ServerRuntime(const Server& server, ServeOptions options)
    : signals_(stop_),
      log_(STDERR_FILENO),
      options_(with_defaults(std::move(options))),
      dispatcher_(server,
                  {.limits = options_.limits,
                   .sealer = options_.sealer,
                   .used_states = options_.used_states.get(),
                   .handle_store = options_.handle_store.get(),
                   .tasks = options_.task_store.get()},
                  log_, timers_) {}

}  // namespace mcp::cli
