// The options of a server that is served, whatever the transport: limits, keys, and the parts that a program may
// replace.
#pragma once

#include <memory>

#include <mcp/authorizer.hpp>
#include <mcp/change_bus.hpp>
#include <mcp/event_store.hpp>
#include <mcp/handle_store.hpp>
#include <mcp/limits.hpp>
#include <mcp/rate_store.hpp>
#include <mcp/session_store.hpp>
#include <mcp/task_store.hpp>
#include <mcp/used_states.hpp>

#include "base/sealing.hpp"

namespace mcp {

/// The server shares the ownership of the parts, and lets them go when it has ended.
struct ServeOptions {
  protocol::Limits limits{};
  /// Seals the state that modern clients carry. Null: a random key, valid as long as the process.
  std::shared_ptr<const protocol::Sealer> sealer{};
  /// Keeps the tasks; see <mcp/task_store.hpp>. Null: memory, within `task_limits`.
  std::shared_ptr<TaskStore> task_store{};
  protocol::TaskLimits task_limits{};
  /// Records which states were used; see <mcp/used_states.hpp>. Null: memory, and each single-use state is valid only
  /// in the process that made it.
  std::shared_ptr<UsedStates> used_states{};
  /// Tells other servers of changes; see <mcp/change_bus.hpp>. Null: there are no others.
  std::shared_ptr<ChangeBus> change_bus{};
  /// Says who sends a request over HTTP; see <mcp/authorizer.hpp>. Null: nobody is authenticated.
  std::shared_ptr<Authorizer> authorizer{};
  /// Keeps the values of mcp::StoredHandles; see <mcp/handle_store.hpp>. Null: the memory of the process.
  std::shared_ptr<HandleStore> handle_store{};
  /// Counts the calls of each client, over HTTP; see <mcp/rate_store.hpp>. Null: each server counts by itself.
  std::shared_ptr<RateStore> rate_store{};
  /// Keeps the sessions of legacy clients, over HTTP; see <mcp/session_store.hpp>. Null: each server knows its own.
  std::shared_ptr<SessionStore> session_store{};
  /// Keeps the events of those sessions, for servers that share a session store; see <mcp/event_store.hpp>. Null: each
  /// server knows its own.
  std::shared_ptr<EventStore> event_store{};
};

}  // namespace mcp
