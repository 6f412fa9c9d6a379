#include "http/restored_session.hpp"

#include <algorithm>
#include <string>

#include "requests/client.hpp"

namespace mcp::protocol::http {

namespace {

/// For an answer that nobody waits for.
class NoSink final : public MessageSink {
 public:
  void send(std::string_view /*message*/) override {}
  void notify(std::string_view /*message*/) override {}
};

/// The state behind `initialize`.
void apply(Session& session, const StoredSession& stored) {
  protocol::Session& state = session.state;
  if (stored.initialized && !state.initialized) {
    state.initialized = true;
    state.client->ready = true;
    state.subscription->start();
  }
  if (LogLevel level{}; read_log_level(stored.log_level, level)) {
    state.client->log_level.store(level, std::memory_order_relaxed);
  }
  for (const std::string& uri : state.subscription->uris()) {
    if (!std::ranges::binary_search(stored.subscribed, uri)) state.subscription->remove(uri);
  }
  for (const std::string& uri : stored.subscribed) {
    std::string problem;
    // Where this server has no room for it, its changes are not told here, as if they had been missed.
    (void)state.subscription->add(uri, session.holder(), problem);
  }
}

}  // namespace

StoredSession stored_now(const Session& session) {
  const SharedState& shared = *session.shared;
  const protocol::Session& state = session.state;
  StoredSession now{.principal = shared.stored.principal,
                    .initialize = shared.stored.initialize,
                    .initialized = state.initialized,
                    .log_level = shared.stored.log_level,
                    .subscribed = state.subscription->uris()};
  const LogLevel level = state.client->log_level.load(std::memory_order_relaxed);
  if (!now.log_level.empty() || level != LogLevel::Info) now.log_level = name_of(level);
  return now;
}

bool restore(Session& session, const VersionedSession& stored, const Dispatcher& dispatcher,
             LoopResources& loop_resources) {
  Document document;
  if (!document.parse_copy(stored.session.initialize).empty() || document.root().kind() != JsonKind::Object)
    return false;
  NoSink nobody;
  const protocol::Request request{newest_legacy(), "0", "initialize", document.root(), {}, &nobody};
  DispatchContext context{
      .writer = loop_resources.writer, .calls = loop_resources.calls, .session = &session.state, .peer = session.id()};
  dispatcher.dispatch(request, context);
  if (!session.state.revision) return false;
  session.state.client->outgoing.start_at(static_cast<std::int64_t>(session.first_id()));
  session.shared->stored = stored.session;
  session.shared->version = stored.version;
  apply(session, stored.session);
  return true;
}

void refresh(Session& session, const VersionedSession& stored) {
  const std::lock_guard lock(session.shared->mutex);
  apply(session, stored.session);
  session.shared->stored = stored.session;
  session.shared->version = stored.version;
}

}  // namespace mcp::protocol::http
