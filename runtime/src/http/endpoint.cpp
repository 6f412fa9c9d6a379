#include "http/endpoint.hpp"

#include <functional>
#include <utility>

#include "base/digest.hpp"
#include "http/restored_session.hpp"

namespace mcp::protocol::http {

namespace {

/// How many principals and peers are counted at once.
constexpr std::size_t kMaxCallers = 10'000;
/// How often a server reports which shared sessions it serves, and hears of their changes.
constexpr std::chrono::seconds kReportInterval{5};
constexpr std::size_t kMostReported = 1000;  // as <mcp/session_store.hpp> says

/// The ids of streams and of requests to clients must differ from those of other servers of the same session: each
/// server has a random part of the integers that a double can hold.
std::uint64_t first_id_of_a_server() {
  constexpr std::uint64_t kServers = std::uint64_t{1} << 20;
  const std::uint64_t server = (std::hash<std::string>()(random_token(16)) % (kServers - 1)) + 1;
  return (server * kStreamsOfAServer) + 1;
}

}  // namespace

Endpoint::Endpoint(const Dispatcher& dispatcher, EndpointOptions options, const EndpointParts& parts, SessionIds& ids)
    : dispatcher_(dispatcher),
      options_(std::move(options)),
      authorizer_(parts.authorizer),
      hosts_(options_.allowed_hosts, options_.allowed_origins, options_.on_loopback),
      sessions_(options_.sessions, ids, parts.session_store != nullptr ? first_id_of_a_server() : 1) {
  LogSink& log = dispatcher.calls().log;
  if (options_.calls) limiter_.emplace("calls", *options_.calls, kMaxCallers, parts.rate_store, log);
  if (options_.openings) openings_.emplace("sessions", *options_.openings, kMaxCallers, parts.rate_store, log);
  if (!parts.session_store) return;
  shared_.emplace(parts.session_store, options_.sessions.idle, log);
  if (parts.event_store) {
    const EventLimits limits{.lifetime = options_.sessions.idle, .bytes = options_.sessions.max_replay};
    events_.emplace(parts.event_store, limits, log);
  }
}

void Endpoint::close_stores() {
  shared_.reset();
  if (events_) events_->close();
}

void Endpoint::dispatch(const protocol::Request& request, DispatchContext& context,
                        std::chrono::steady_clock::time_point now) {
  if (!limiter_) return dispatcher_.dispatch(request, context);
  dispatcher_.dispatch(request, context,
                       [&] { return limiter_->take(holder_of(request.principal, request.peer), now); });
}

std::string Endpoint::find_header_mismatch(const MirroredFields& fields, const Message& message, Mirroring mirroring,
                                           std::shared_ptr<const Feature>& tool) const {
  if (message.method == "tools/call" && message.params) {
    const MemberLookup name = find_member(*message.params, "name");
    if (is_string(name)) tool = dispatcher_.find_tool(name.value.string());
  }
  const MirroredBody body{message.method, message.params,
                          tool != nullptr ? tool->handler->mirrored : std::span<const detail::MirroredArgument>()};
  return http::find_header_mismatch(fields, body, mirroring);
}

std::optional<std::chrono::milliseconds> Endpoint::admit_session(std::string_view who,
                                                                 std::chrono::steady_clock::time_point now) {
  if (!openings_) return std::nullopt;
  return openings_->take(who, now);
}

std::optional<std::chrono::milliseconds> Endpoint::wait_for_call(std::string_view who,
                                                                 std::chrono::steady_clock::time_point now) {
  if (!limiter_) return std::nullopt;
  return limiter_->peek(who, now);
}

template <class F>
void Endpoint::everywhere(F&& what) {
  for (LoopResources* const loop_resources : all_loop_resources_) {
    if (loop_resources->loop.running_in_this_thread()) {
      what(*loop_resources);
    } else {
      loop_resources->loop.post([what, loop_resources] { what(*loop_resources); });
    }
  }
}

void Endpoint::cancel(const std::shared_ptr<Session>& session, std::string_view id, std::string_view reason) {
  everywhere([session, id = std::string(id), reason = std::string(reason)](LoopResources& loop_resources) {
    loop_resources.calls.cancel(session.get(), id, reason);
  });
}

void Endpoint::end(const std::shared_ptr<Session>& session) {
  if (shared_ && session->shared) {
    shared_->remove(session->id());
    if (events_) events_->remove(session->id());
  }
  end_here(session);
}

void Endpoint::end_here(const std::shared_ptr<Session>& session) {
  sessions_.remove(*session);
  session->streams().end();
  everywhere([session](LoopResources& loop_resources) { loop_resources.calls.stop(session.get()); });
}

void Endpoint::tick(std::chrono::steady_clock::time_point now) {
  // Every event loop calls this; one of them at a time does it.
  auto due = next_tick_.load(std::memory_order_relaxed);
  const auto time = now.time_since_epoch().count();
  const auto next = (now + std::chrono::milliseconds(200)).time_since_epoch().count();
  if (time < due || !next_tick_.compare_exchange_strong(due, next, std::memory_order_relaxed)) return;
  for (const auto& session : sessions_.take_expired(now)) {
    // Another server may still serve one that is shared: the store knows when its life is over.
    if (session->shared) {
      end_here(session);
    } else {
      end(session);
    }
  }
  if (shared_ && now >= next_report_) report_sessions(now);
  if (events_) events_->tick();
}

void Endpoint::share(Session& session) {
  session.shared = std::make_unique<SharedState>();
  if (events_) session.streams().share(*events_, session.id());
}

std::shared_ptr<Session> Endpoint::adopt(std::string_view id, const VersionedSession& stored, std::string_view peer,
                                         LoopResources& loop_resources) {
  const std::shared_ptr<Session> session = sessions_.make(stored.session.principal, peer, id);
  if (session == nullptr) return nullptr;
  share(*session);
  if (!restore(*session, stored, dispatcher_, loop_resources)) return nullptr;
  session->state.subscription->attach(session);
  return sessions_.publish(session, loop_resources.loop.now());
}

void Endpoint::share_changes(const std::shared_ptr<Session>& session) {
  if (session == nullptr || !shared_ || !session->shared) return;
  SharedState& state = *session->shared;
  StoredSession now;
  {
    const std::lock_guard lock(state.mutex);
    now = stored_now(*session);
    if (now == state.stored) return;
    state.stored = now;
  }
  shared_->change(session->id(), std::move(now), [this, session](std::optional<std::uint64_t> version) {
    if (!version) return;  // it is tried again with the next change
    if (*version == 0) return end_here(session);
    const std::lock_guard lock(session->shared->mutex);
    session->shared->version = *version;
  });
}

void Endpoint::report_sessions(std::chrono::steady_clock::time_point now) {
  next_report_ = now + kReportInterval;
  std::vector<SharedSessions::Report> reports;
  const auto send = [&] {
    shared_->report(std::exchange(reports, {}), [this](const std::vector<SharedSessions::Report>& answers) {
      for (const SharedSessions::Report& each : answers) obey_report(each);
    });
  };
  for (const auto& session : sessions_.all()) {
    if (!session->shared) continue;
    const std::lock_guard lock(session->shared->mutex);
    const auto used = session->last_used();
    reports.push_back(
        {.id = session->id(), .was_used = used != session->shared->reported || session->streams().open_count() != 0});
    session->shared->reported = used;
    if (reports.size() == kMostReported) send();
  }
  send();
}

void Endpoint::obey_report(const SharedSessions::Report& report) {
  const std::shared_ptr<Session> session = sessions_.find(report.id);
  if (session == nullptr) return;
  if (report.version == 0) return end_here(session);
  {
    const std::lock_guard lock(session->shared->mutex);
    // 0: what it stores is on its way. A version may be its own: then nothing differs.
    if (session->shared->version == 0 || session->shared->version == report.version) return;
  }
  shared_->find(report.id, [this, session](const std::optional<VersionedSession>& stored, bool failed) {
    if (failed) return;
    if (!stored) return end_here(session);
    refresh(*session, *stored);
  });
}

void Endpoint::shut_down() { shutting_down_ = true; }

}  // namespace mcp::protocol::http
