// The event streams of one legacy session: who shows them, and how far (2025-11-25, basic/transports, "Streamable
// HTTP").
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/event_store.hpp>

#include "http/event_budget.hpp"
#include "http/session_limits.hpp"
#include "http/stream_observer.hpp"
#include "stores/shared_events.hpp"

namespace mcp::protocol::http {

using StreamId = std::uint64_t;

/// Each server that shares a session numbers its streams from a multiple of this on, which is that of its general
/// stream.
inline constexpr StreamId kStreamsOfAServer = StreamId{1} << 32;

/// Where an event stands. On the wire: `<stream>-<event>`.
struct EventId {
  StreamId stream = 0;
  std::uint64_t event = 0;
};
[[nodiscard]] std::optional<EventId> parse_event_id(std::string_view text) noexcept;

/// Thread-safe. Streams are numbered; the general stream is the one for messages that belong to no request.
class EventStreams final : public EventKeeper {
 public:
  /// `limits`, `budget` and the text of `holder` outlive it.
  /// `first` is the number of the first stream that is opened, behind that of the general stream: other servers may
  /// have streams of the same session.
  EventStreams(const SessionLimits& limits, EventBudget& budget, std::string_view holder, StreamId first = 1);
  ~EventStreams();
  EventStreams(const EventStreams&) = delete;
  EventStreams& operator=(const EventStreams&) = delete;

  /// From now on events are stored for other servers, as those of that session. Call it before streams are opened;
  /// `events` and the text outlive this.
  void share(SharedEvents& events, std::string_view session) noexcept;
  [[nodiscard]] StreamId general() const noexcept { return general_; }

  /// A new stream, shown by `observer`; nothing if as many are open as may be. What is pulled from a stream that is not
  /// `resumable` is not kept, and its events have no ids. If `primed`, a first event without a message tells the client
  /// the stream's id.
  [[nodiscard]] std::optional<StreamId> open(std::weak_ptr<StreamObserver> observer, bool resumable, bool primed);

  enum class Attached : std::uint8_t { Yes, UnknownStream, TooMany };
  /// Shows the general stream, or the stream of `after` from behind that event; a stream of which something that
  /// followed is not kept any more is unknown. The observer that showed it before finds it ended. `primed` is for the
  /// former.
  [[nodiscard]] Attached attach(std::optional<EventId> after, std::weak_ptr<StreamObserver> observer, bool primed);
  /// Whether the stream is not one of those that this server began and keeps.
  [[nodiscard]] bool is_foreign(StreamId id) const;
  /// Shows a stream that another server began, from behind the event of `after`, as far as it was read from the store;
  /// mirror_more() adds what is read later.
  [[nodiscard]] Attached mirror(EventId after, std::weak_ptr<StreamObserver> observer,
                                const std::vector<StreamEvent>& events);
  /// The number of the newest event of a stream that `observer` mirrors; nothing: it does not any more.
  [[nodiscard]] std::optional<std::uint64_t> newest_mirrored(StreamId id, const StreamObserver* observer) const;
  void mirror_more(StreamId id, const std::vector<StreamEvent>& events);
  /// `observer` stops showing the stream; the stream goes on.
  void detach(StreamId stream, const StreamObserver* observer);

  /// Adds a message to a stream that exists; the last one ends it, and may be empty.
  void append(StreamId stream, std::string_view message, bool last = false);
  /// Whether so much waits to be shown on the stream that what can be left out should be.
  [[nodiscard]] bool congested(StreamId stream) const;
  /// The observer that shows the stream; null: nobody does, or all streams have ended.
  [[nodiscard]] std::shared_ptr<StreamObserver> observer_of(StreamId stream) const;

  enum class Pulled : std::uint8_t {
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
  /// How many are shown to somebody.
  [[nodiscard]] std::size_t open_count() const;

  [[nodiscard]] std::string_view holder() const noexcept override { return holder_; }
  [[nodiscard]] std::size_t kept() const noexcept override { return kept_.load(std::memory_order_relaxed); }
  void reduce_to(std::size_t bytes) override;
  [[nodiscard]] std::uint64_t oldest_age() const override;
  [[nodiscard]] std::shared_ptr<StreamObserver> lose(std::uint64_t age) override;

 private:
  struct Stream {
    KeptEvents events;
    std::size_t unseen = 0;  // bytes of those that the observer has not pulled
    bool resumable = true;
    bool finished = false;
    bool is_mirror = false;  // of a stream of another server, for as long as somebody shows it
    std::weak_ptr<StreamObserver> observer;
    const StreamObserver* viewing = nullptr;  // the same, for comparison; null: nobody shows the stream
    std::uint64_t next_shown = 1;             // the first event that the observer has not pulled

    void show(std::weak_ptr<StreamObserver> to, std::uint64_t from);
  };
  using Streams = std::map<StreamId, Stream>;
  /// Bytes that a stream takes without its events.
  static constexpr std::size_t kStreamCost = sizeof(Streams::value_type) + 64;

  // All of these under the lock:
  Stream& make_stream(StreamId id);
  void forget(Streams::iterator stream);
  void forget_events(Stream& stream);
  void forget_oldest(Stream& stream);
  [[nodiscard]] bool forget_oldest_seen();
  void make_room(std::size_t most);
  void mirror_events(StreamId id, Stream& stream, const std::vector<StreamEvent>& events);
  void store(StreamId id, const Stream& stream, std::uint64_t number, std::string_view message) noexcept;
  void add(StreamId id, Stream& stream, std::string_view message);
  void count(std::size_t bytes) noexcept;
  void discount(std::size_t bytes) noexcept;
  [[nodiscard]] std::size_t count_open() const;

  const SessionLimits& limits_;
  EventBudget& budget_;
  const std::string_view holder_;
  const StreamId general_;
  SharedEvents* shared_ = nullptr;  // null: nothing is stored
  std::string_view session_;        // its id, if something is

  mutable std::mutex mutex_;
  Streams streams_;
  StreamId next_stream_;
  std::uint64_t newest_age_ = 0;
  // Bytes; changed under the lock. The budget reads it without: it looks for who keeps much, for which any recent
  // value will do, so that relaxed loads and stores suffice.
  std::atomic<std::size_t> kept_{0};
  bool ended_ = false;
};

}  // namespace mcp::protocol::http
