// A session as it is stored for other servers, and one that another server stored.
#pragma once

#include <mcp/session_store.hpp>

#include "http/endpoint.hpp"

namespace mcp::protocol::http {

/// What is to be stored of a session that is shared. Under the lock of its SharedState.
[[nodiscard]] StoredSession stored_now(const Session& session);

/// Makes a new session that is shared what was stored: as if its client had sent all that to it. False if what was
/// stored is no session. On the event loop of `loop_resources`.
[[nodiscard]] bool restore(Session& session, const VersionedSession& stored, const Dispatcher& dispatcher,
                           LoopResources& loop_resources);

/// Changes a session to what another server stored. From any thread.
void refresh(Session& session, const VersionedSession& stored);

}  // namespace mcp::protocol::http
