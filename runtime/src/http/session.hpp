// A legacy session over HTTP: what `initialize` opened, and its event streams (2025-11-25, basic/transports, "Session
// Management").
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <mcp/session_store.hpp>

#include "http/event_budget.hpp"
#include "http/event_streams.hpp"
#include "http/session_limits.hpp"
#include "requests/session.hpp"
#include "subscriptions/subscriptions.hpp"

namespace mcp::protocol::http {

/// What a session shares with other servers.
struct SharedState {
  std::mutex mutex;  // guards the others
  StoredSession stored;
  std::uint64_t version = 0;                         // of what was stored last, or read; 0: nothing yet
  std::chrono::steady_clock::time_point reported{};  // when the session had been used last, when that was reported
};

/// Thread-safe.
class Session final : public SubscriptionObserver {
 public:
  /// `limits` and `budget` outlive the session. `peer` is the address of the client that opened it.
  /// `first_id` is that of its first stream and of the first request to its client.
  Session(std::string id, std::string principal, const SessionLimits& limits, EventBudget& budget,
          std::string_view peer = {}, std::uint64_t first_id = 1);
  ~Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] const std::string& principal() const noexcept { return principal_; }

  /// Its revision is agreed on before the session is known to more than one thread.
  protocol::Session state;
  /// Null: only this server knows the session. Set before the session is published.
  std::unique_ptr<SharedState> shared;
  [[nodiscard]] std::uint64_t first_id() const noexcept { return first_id_; }
  [[nodiscard]] std::string_view holder() const noexcept { return holder_; }

  /// Held while a message of the session is handled where several could be at once and open it.
  [[nodiscard]] std::mutex& order() noexcept { return order_; }
  /// The stream that all answers go to, where it is not each to its own: HTTP+SSE. Set before the session is published.
  void set_way_out(StreamId stream) noexcept { way_out_ = stream; }
  [[nodiscard]] std::optional<StreamId> way_out() const noexcept { return way_out_; }

  [[nodiscard]] EventStreams& streams() noexcept { return streams_; }
  /// The functions of EventStreams, for streams that are primed as the session's revision says.
  [[nodiscard]] std::optional<StreamId> open(std::weak_ptr<StreamObserver> observer, bool resumable) {
    return streams_.open(std::move(observer), resumable, has_primed_streams());
  }
  [[nodiscard]] EventStreams::Attached attach(std::optional<EventId> after, std::weak_ptr<StreamObserver> observer) {
    return streams_.attach(after, std::move(observer), has_primed_streams());
  }

  /// Where changes are told, and other messages that belong to no request; while nobody shows that stream, changes
  /// wait.
  [[nodiscard]] StreamId changes_stream() const noexcept { return way_out_.value_or(streams_.general()); }
  /// There are changes: notifies the observer of that stream, who calls tell_changes().
  void on_available() override;
  /// Adds to that stream what has changed, if somebody shows it.
  void tell_changes();

  /// The client has used the session.
  void used(std::chrono::steady_clock::time_point now) noexcept;
  [[nodiscard]] std::chrono::steady_clock::time_point last_used() const noexcept {
    using Time = std::chrono::steady_clock::time_point;
    return Time(Time::duration(used_.load(std::memory_order_relaxed)));
  }
  [[nodiscard]] bool expired(std::chrono::steady_clock::time_point now) const;

 private:
  [[nodiscard]] bool has_primed_streams() const noexcept;

  const std::string id_;
  const std::string principal_;
  const std::string holder_;  // whose sessions are counted together, see holder_of()
  const SessionLimits& limits_;
  const std::uint64_t first_id_;
  // When the session was used last. Only its value is of interest and nothing is read by way of it: relaxed.
  std::atomic<std::chrono::steady_clock::rep> used_{0};

  std::mutex order_;
  std::mutex telling_;  // held by the one thread that tells changes
  std::optional<StreamId> way_out_;
  EventStreams streams_;
};

}  // namespace mcp::protocol::http
