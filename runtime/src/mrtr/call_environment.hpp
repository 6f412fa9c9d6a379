// What calls and their handlers' contexts need of the server.
#pragma once

#include <chrono>

#include <mcp/limits.hpp>

#include "base/log_sink.hpp"
#include "scheduling/timers.hpp"

namespace mcp {
class HandleStore;
class Server;
class UsedStates;
}  // namespace mcp

namespace mcp::protocol {

class ResponseTemplates;
class Catalog;
class LateSealer;
class ProcessBinding;
class TaskRunner;

/// What calls need of the server; all of it outlives them.
struct CallEnvironment {
  const Server& server;
  const ResponseTemplates& response_templates;
  const Catalog& catalog;
  const Limits& limits;
  LogSink& log;
  Timers& timers;
  const LateSealer& sealer;
  UsedStates& used_states;
  TaskRunner& tasks;
  std::chrono::system_clock::time_point (*clock)();
  /// What states of tools that take each but once are bound to. Null: `used_states` is shared by several processes.
  const ProcessBinding* own_process;
  /// Keeps the values of StoredHandles. Null: each StoredHandles keeps its own.
  HandleStore* handle_store = nullptr;
};

}  // namespace mcp::protocol
