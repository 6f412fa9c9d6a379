#include "cli/server_runtime.hpp"

#include <unistd.h>

#include <utility>

namespace mcp::cli {

ServerRuntime::ServerRuntime(const Server& server, ServeOptions options)
    : signals_(stop_),
      log_(STDERR_FILENO),
      options_(std::move(options)),
      dispatcher_(server,
                  {.limits = options_.limits,
                   .sealer = options_.sealer,
                   .used_states = options_.used_states.get(),
                   .handle_store = options_.handle_store.get(),
                   .tasks = options_.task_store.get(),
                   .task_limits = options_.task_limits,
                   .changes = options_.change_bus.get()},
                  log_, timers_) {}

}  // namespace mcp::cli
