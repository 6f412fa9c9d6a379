#include "http/endpoint.hpp"

#include <utility>

namespace mcp::protocol::http {

namespace {

/// How many principals and peers are counted at once.
constexpr std::size_t kMaxCallers = 10'000;

}  // namespace

Endpoint::Endpoint(const Dispatcher& dispatcher, EndpointOptions options, SessionIds& ids)
    : dispatcher_(dispatcher),
      options_(std::move(options)),
      hosts_(options_.allowed_hosts, options_.allowed_origins, options_.on_loopback),
      sessions_(options_.sessions, ids) {
  LogSink& log = dispatcher.calls().log;
  if (options_.calls) limiter_.emplace("calls", *options_.calls, kMaxCallers, options_.rate_store, log);
  if (options_.openings) openings_.emplace("sessions", *options_.openings, kMaxCallers, options_.rate_store, log);
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
  for (const auto& session : sessions_.take_expired(now)) end(session);
}

void Endpoint::shut_down() { shutting_down_ = true; }

}  // namespace mcp::protocol::http
