// The MCP endpoint of a server: what all its HTTP exchanges share.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/authorizer.hpp>
#include <mcp/codec/writer.hpp>
#include <mcp/serve_options.hpp>

#include "calls/call_table.hpp"
#include "codec/document.hpp"
#include "http/mirrored_headers.hpp"
#include "http/origin.hpp"
#include "http/serial_executor.hpp"
#include "http/session_table.hpp"
#include "jsonrpc/message.hpp"
#include "methods/dispatcher.hpp"
#include "stores/shared_events.hpp"
#include "stores/shared_rate_limiter.hpp"
#include "stores/shared_sessions.hpp"

namespace mcp::protocol::http {

/// The parts of an endpoint that a program may replace; see ServeOptions.
struct EndpointParts {
  std::shared_ptr<Authorizer> authorizer = nullptr;
  std::shared_ptr<RateStore> rate_store = nullptr;
  std::shared_ptr<SessionStore> session_store = nullptr;
  std::shared_ptr<EventStore> event_store = nullptr;
};

/// What the exchanges of one event loop use, one after the other.
struct LoopResources {
  LoopResources(const Dispatcher& dispatcher, SerialExecutor& own_loop) : calls(dispatcher.calls()), loop(own_loop) {}

  /// Makes `document` and `reader` those of a body. Returns the problem if it is no JSON; empty: there is none.
  [[nodiscard]] std::string_view read_body(std::string_view body) {
    const std::string_view problem = document.parse(body);
    if (problem.empty()) reader.begin(body);
    return problem;
  }

  Document document;
  MessageReader reader;
  Writer writer;
  CallTable calls;
  SerialExecutor& loop;
};

/// Thread-safe but for add_loop(), which comes first. Everything passed in outlives it; it outlives exchanges.
class Endpoint {
 public:
  Endpoint(const Dispatcher& dispatcher, EndpointOptions options, const EndpointParts& parts, SessionIds& ids);
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;

  /// All of them must be known before the first exchange takes a request.
  void add_loop(LoopResources& loop_resources) { all_loop_resources_.push_back(&loop_resources); }

  /// Ends sessions that nobody used for too long. Call it now and then, on an event loop.
  void tick(std::chrono::steady_clock::time_point now);

  /// Waits for what the stores are asked; from now on they are asked nothing. Call it when exchanges take no requests
  /// any more, and before their event loops end.
  void close_stores();

  /// From now on /healthz says so, and nobody gets a session.
  void shut_down();
  [[nodiscard]] bool shutting_down() const noexcept { return shutting_down_; }

  [[nodiscard]] const Dispatcher& dispatcher() const noexcept { return dispatcher_; }
  [[nodiscard]] const EndpointOptions& options() const noexcept { return options_; }
  /// Null: nobody is authenticated.
  [[nodiscard]] Authorizer* authorizer() const noexcept { return authorizer_.get(); }
  [[nodiscard]] const HostRules& hosts() const noexcept { return hosts_; }
  [[nodiscard]] SessionTable& sessions() noexcept { return sessions_; }
  /// Null: only this server knows its sessions.
  [[nodiscard]] SharedSessions* shared_sessions() noexcept { return shared_ ? &*shared_ : nullptr; }
  /// Null: only this server knows the events of its streams.
  [[nodiscard]] SharedEvents* shared_events() noexcept { return events_ ? &*events_ : nullptr; }
  /// Makes a session that is not published one that is shared.
  void share(Session& session);
  /// Serves a session that another server opened, from now on. Null if there is no room for it, or if what was stored
  /// is none. On the event loop of `loop_resources`.
  [[nodiscard]] std::shared_ptr<Session> adopt(std::string_view id, const VersionedSession& stored,
                                               std::string_view peer, LoopResources& loop_resources);
  /// Stores what a message has changed in a session, if anything. Null: nothing.
  void share_changes(const std::shared_ptr<Session>& session);
  /// Dispatches a request, or refuses it because its client calls too often. On the event loop of the context's calls.
  void dispatch(const protocol::Request& request, DispatchContext& context, std::chrono::steady_clock::time_point now);

  /// What the headers of a request say otherwise than its message, see http/mirrored_headers.hpp; empty: nothing. Sets
  /// `tool` to the tool that the message calls, if there is one.
  [[nodiscard]] std::string find_header_mismatch(const MirroredFields& fields, const Message& message,
                                                 Mirroring mirroring, std::shared_ptr<const Feature>& tool) const;

  /// Nothing if one more session may be opened now, else how long to wait for it.
  [[nodiscard]] std::optional<std::chrono::milliseconds> admit_session(std::string_view who,
                                                                       std::chrono::steady_clock::time_point now);

  /// Nothing if one more call would be admitted now, else how long to wait for it.
  [[nodiscard]] std::optional<std::chrono::milliseconds> wait_for_call(std::string_view who,
                                                                       std::chrono::steady_clock::time_point now);

  /// Cancels the call of that session and id, and logs the reason, if there is one. From any event loop.
  void cancel(const std::shared_ptr<Session>& session, std::string_view id, std::string_view reason);
  /// Ends the session: its calls are asked to stop, its streams end. From any event loop.
  void end(const std::shared_ptr<Session>& session);

 private:
  template <class F>
  void everywhere(F&& what);
  void report_sessions(std::chrono::steady_clock::time_point now);
  void obey_report(const SharedSessions::Report& report);
  void end_here(const std::shared_ptr<Session>& session);

  const Dispatcher& dispatcher_;
  const EndpointOptions options_;
  const std::shared_ptr<Authorizer> authorizer_;
  const HostRules hosts_;
  std::optional<SharedEvents> events_;
  SessionTable sessions_;
  std::optional<SharedRateLimiter> limiter_;
  std::optional<SharedRateLimiter> openings_;
  std::vector<LoopResources*> all_loop_resources_;
  std::chrono::steady_clock::time_point next_report_{};  // of the one thread that ticks
  std::atomic<bool> shutting_down_{false};
  std::atomic<std::chrono::steady_clock::rep> next_tick_{0};
  std::optional<SharedSessions> shared_;  // last: its threads use the others
};

}  // namespace mcp::protocol::http
