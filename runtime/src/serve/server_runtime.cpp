#include "serve/server_runtime.hpp"

#include <unistd.h>

#include <utility>

#include "base/sealing.hpp"

namespace mcp::serve {

namespace {

/// Null if there are no keys.
std::shared_ptr<const protocol::Sealer> make_sealer(const std::string& keys) {
  return keys.empty() ? nullptr : std::make_shared<const protocol::Sealer>(protocol::parse_keys(keys));
}

}  // namespace

ServeLog::ServeLog(std::function<void(std::string_view line)> function)
    : function_(std::move(function)), stderr_(STDERR_FILENO) {}

void ServeLog::write(std::string_view line) noexcept {
  if (!function_) return stderr_.write(line);
  try {
    function_(line);
  } catch (...) {  // NOLINT(bugprone-empty-catch)
    // It must not throw. There is nowhere to say that it did.
  }
}

ServerRuntime::ServerRuntime(const Server& server, const ServeOptions& options)
    : log_(options.log),
      options_(options),
      dispatcher_(server,
                  {.limits = options_.limits,
                   .sealer = make_sealer(options_.keys),
                   .used_states = options_.used_states.get(),
                   .handle_store = options_.handle_store.get(),
                   .tasks = options_.task_store.get(),
                   .task_limits = options_.task_limits,
                   .changes = options_.change_bus.get()},
                  log_, timers_) {}

}  // namespace mcp::serve
