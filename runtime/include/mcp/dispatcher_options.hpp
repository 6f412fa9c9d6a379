// Options of the protocol core of a server: limits, keys, stores, clocks.
#pragma once

#include <chrono>
#include <memory>

#include <mcp/limits.hpp>

namespace mcp {
class ChangeBus;
class TaskStore;
class HandleStore;
class UsedStates;
}  // namespace mcp

namespace mcp::protocol {

class Sealer;

/// Options that hold for all peers of a server.
struct DispatcherOptions {
  Limits limits = {};
  /// Seals the state that modern clients carry between the rounds of a request. Null: a random key, valid as long as
  /// the process.
  std::shared_ptr<const Sealer> sealer = nullptr;
  /// Remembers which single-use states were used. All processes with the same keys must share it, and it must outlive
  /// the dispatcher. Null: the dispatcher remembers them in memory, and only the process that made a single-use state
  /// accepts it.
  UsedStates* used_states = nullptr;
  /// Keeps the values of mcp::StoredHandles that name no store of their own. It must outlive the dispatcher. Null: each
  /// StoredHandles keeps them in memory.
  HandleStore* handle_store = nullptr;
  /// Keeps the tasks; other servers may use it, too. It must outlive the dispatcher. Null: the dispatcher keeps them in
  /// memory, within `task_limits`.
  TaskStore* tasks = nullptr;
  TaskLimits task_limits = {};
  /// Tells other servers of changes, and this one of theirs. It must outlive the dispatcher. Null: there are no others.
  ChangeBus* changes = nullptr;
  std::chrono::system_clock::time_point (*clock)() = &std::chrono::system_clock::now;
  std::chrono::steady_clock::time_point (*steady_clock)() = &std::chrono::steady_clock::now;
};

}  // namespace mcp::protocol
