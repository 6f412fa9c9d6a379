// Legacy sessions over HTTP: what `initialize` opened, its event streams, and what is kept of them for clients that
// come back (2025-11-25, basic/transports, "Session Management" and "Resumability and Redelivery").
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/byte_budget.hpp"
#include "base/shares.hpp"
#include "requests/session.hpp"
#include "subscriptions/subscriptions.hpp"

namespace mcp::protocol::http {

struct SessionLimits {
  std::size_t max_sessions = 10'000;
  /// Event streams of one session that a client may hold open at once.
  std::size_t max_streams = 16;
  /// Bytes of events that one session keeps for clients that come back, and all sessions together with what they have
  /// not shown yet. What a session has not shown is kept beyond its own limit. Where all have too much, the session
  /// that has most gives way.
  std::size_t max_replay = std::size_t{1} << 20;
  std::size_t max_replay_total = std::size_t{64} << 20;
  /// How long a session lives without a request, and without an open stream.
  std::chrono::milliseconds idle = std::chrono::minutes(30);
  /// The same before `notifications/initialized`.
  std::chrono::milliseconds idle_before_use = std::chrono::minutes(1);
};

/// Who shows an event stream to a client.
class StreamObserver {
 public:
  /// There is something to pull(). From any thread, without locks.
  virtual void more() = 0;
  /// There is something that Session::tell_news() would make of changes. From any thread, without locks, maybe in the
  /// midst of a call.
  virtual void on_available() = 0;

 protected:
  ~StreamObserver() = default;
};

using StreamId = std::uint64_t;

/// Where an event stands. On the wire: `<stream>-<event>`.
struct EventId {
  StreamId stream = 0;
  std::uint64_t event = 0;
};
[[nodiscard]] std::optional<EventId> parse_event_id(std::string_view text) noexcept;

class Session;

/// What all sessions of a server keep of their streams together. Thread-safe.
class ReplayStore {
 public:
  explicit ReplayStore(std::size_t limit) : budget_(limit) {}
  ReplayStore(const ReplayStore&) = delete;
  ReplayStore& operator=(const ReplayStore&) = delete;

  /// How many sessions one holder has. Goes through all of them.
  [[nodiscard]] std::size_t sessions_of(std::string_view holder);

  /// Bytes that are kept, what it takes to keep them included.
  [[nodiscard]] std::size_t kept() const noexcept { return budget_.used(); }

 private:
  friend class Session;
  void enter(Session& session);
  void leave(Session& session) noexcept;
  /// If all sessions keep too much: what was shown, or nobody is there to see, goes where most of it is; then whole
  /// streams go, those first whose clients have not taken something for longest. Without a lock of any session.
  void make_room();
  void take_from_the_largest(std::size_t goal);

  ByteBudget budget_;
  std::atomic<std::uint64_t> next_age_{0};  // of events
  std::mutex mutex_;
  std::vector<Session*> sessions_;
};

/// Thread-safe. Streams are numbered; 0 is the one for messages that belong to no request.
class Session final : public SubscriptionObserver {
 public:
  /// `store` outlives the session.
  /// `peer` is the address of whom it was opened by.
  Session(std::string id, std::string principal, const SessionLimits& limits, ReplayStore& store,
          std::string_view peer = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] const std::string& principal() const noexcept { return principal_; }
  /// Whose sessions are counted together, see holder_of().
  [[nodiscard]] const std::string& holder() const noexcept { return holder_; }

  /// Its revision is agreed on before the session is known to more than one thread.
  protocol::Session state;

  /// Held while a message of the session is taken where several could be at once and open it.
  [[nodiscard]] std::mutex& order() noexcept { return order_; }
  /// The stream that all answers go to, where it is not each to its own. Set before the session is published.
  void set_way_out(StreamId stream) noexcept { way_out_ = stream; }
  [[nodiscard]] std::optional<StreamId> way_out() const noexcept { return way_out_; }

  /// A new stream, shown by `observer`; nothing if as many are open as may be. What is pulled from a stream that is not
  /// `resumable` is not kept, and its events have no ids. Where the client expects one, a first event tells it the
  /// stream's id.
  [[nodiscard]] std::optional<StreamId> open(std::weak_ptr<StreamObserver> observer, bool resumable);

  enum class Attached : unsigned char { Yes, UnknownStream, TooMany };
  /// Shows stream 0, or the stream of `after` from behind that event; a stream of which something that followed is not
  /// kept any more is unknown. Whoever showed it before finds it ended.
  [[nodiscard]] Attached attach(std::optional<EventId> after, std::weak_ptr<StreamObserver> observer);
  /// `observer` stops showing the stream; the stream goes on.
  void detach(StreamId stream, const StreamObserver* observer);

  /// Adds a message to a stream that exists; the last one ends it, and may be empty.
  void append(StreamId stream, std::string_view message, bool last = false);
  /// Whether more than a session may keep waits to be shown on the stream: what can be left out should be.
  [[nodiscard]] bool congested(StreamId stream) const;

  /// Where what belongs to no request is told; while nobody shows that stream, changes wait.
  [[nodiscard]] StreamId news_stream() const noexcept { return way_out_.value_or(0); }
  void on_available() override;
  /// Adds to that stream what changed, if somebody shows it. For whoever does.
  void tell_news();

  enum class Pulled : unsigned char {
    Some,   ///< what there was is appended to `to`, and more may come
    Ended,  ///< the same, and nothing comes any more
    Lost,   ///< `observer` does not show the stream any more, or was too slow for what is kept
  };
  /// What `observer` has not seen yet, as server-sent events: as many as fit into `portion` bytes, at least one. Some
  /// without any text means that there is no more for now.
  [[nodiscard]] Pulled pull(StreamId stream, const StreamObserver* observer, std::string& to, std::size_t portion);

  /// Ends all streams; from now on none can be opened.
  void end();
  [[nodiscard]] bool ended() const;

  void used(std::chrono::steady_clock::time_point now) noexcept;
  [[nodiscard]] bool expired(std::chrono::steady_clock::time_point now) const;

 private:
  friend class ReplayStore;

  struct Event {
    std::uint64_t number;
    std::uint64_t age;  // among all events of all sessions: older ones have smaller numbers
    std::string text;   // as sent

    [[nodiscard]] std::size_t cost() const noexcept;
  };
  struct Stream {
    std::list<Event> events;
    std::size_t unseen = 0;  // bytes of those that the observer has not pulled
    std::uint64_t next_event = 1;
    bool resumable = true;
    bool finished = false;
    std::weak_ptr<StreamObserver> observer;
    const StreamObserver* viewing = nullptr;  // the same, for comparison
    std::uint64_t next_shown = 1;             // the first event that the observer has not pulled

    /// Whether events from `event` on are kept, but for those that are still to come.
    [[nodiscard]] bool has_from(std::uint64_t event) const noexcept {
      return event >= (events.empty() ? next_event : events.front().number);
    }
  };

  [[nodiscard]] std::shared_ptr<StreamObserver> subscription_observer() const;
  using Streams = std::map<StreamId, Stream>;
  /// Bytes that a stream takes without its events.
  static constexpr std::size_t kStreamCost = sizeof(Streams::value_type) + 64;

  Stream& make_stream(StreamId id);
  void forget(Streams::iterator stream);
  void forget_oldest(Stream& stream);
  void count(std::size_t bytes) noexcept;
  void discount(std::size_t bytes) noexcept;
  void attach(Stream& stream, std::weak_ptr<StreamObserver> observer, std::uint64_t from);
  void add(StreamId id, Stream& stream, std::string_view message);
  [[nodiscard]] bool forget_oldest_seen();
  void make_room(std::size_t most);
  void come_down_to(std::size_t bytes);
  [[nodiscard]] std::uint64_t oldest_unseen() const;
  void lose(std::uint64_t age);
  void drop(Stream& stream);
  [[nodiscard]] std::size_t open_streams() const;

  const std::string id_;
  const std::string principal_;
  const std::string holder_;
  const SessionLimits& limits_;
  ReplayStore& store_;
  std::atomic<std::chrono::steady_clock::rep> used_{0};

  std::mutex order_;
  std::mutex telling_;  // one thread at a time tells news
  std::optional<StreamId> way_out_;

  mutable std::mutex mutex_;
  Streams streams_;
  StreamId next_stream_ = 1;
  std::uint64_t newest_age_ = 0;
  std::atomic<std::size_t> kept_{0};  // bytes; changed under the lock
  bool ended_ = false;
};

/// Where session ids come from.
class SessionIds {
 public:
  /// 32 characters or more, unguessable, each from 0x21 to 0x7E.
  [[nodiscard]] virtual std::string make() = 0;

 protected:
  ~SessionIds() = default;
};

/// All sessions of a server. Thread-safe.
class SessionTable {
 public:
  SessionTable(const SessionLimits& limits, SessionIds& ids)
      : limits_(limits), ids_(ids), store_(limits.max_replay_total) {}

  /// A session that nobody finds yet; null if there are as many as may be, or half of that of this principal or, where
  /// nobody is authenticated, of this peer's address.
  [[nodiscard]] std::shared_ptr<Session> make(std::string_view principal, std::string_view peer = {});
  /// From now on it is found.
  void publish(const std::shared_ptr<Session>& session, std::chrono::steady_clock::time_point now);
  /// The session of that id and principal, or null.
  [[nodiscard]] std::shared_ptr<Session> find(std::string_view id, std::string_view principal) const;
  /// It is not found any more. The caller ends it.
  void remove(const Session& session);
  /// Removes and returns those that expired.
  [[nodiscard]] std::vector<std::shared_ptr<Session>> take_expired(std::chrono::steady_clock::time_point now);
  /// The same for all.
  [[nodiscard]] std::vector<std::shared_ptr<Session>> take_all();
  [[nodiscard]] std::size_t size() const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  const SessionLimits& limits_;
  SessionIds& ids_;
  ReplayStore store_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<Session>, Hash, std::equal_to<>> sessions_;
};

}  // namespace mcp::protocol::http
