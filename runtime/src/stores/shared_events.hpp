// The events that a server shares with others by an EventStore.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/event_store.hpp>

#include "base/log_sink.hpp"
#include "base/shares.hpp"
#include "stores/store_threads.hpp"

namespace mcp::protocol {

/// Stores events behind the server's back, in their order, and reads what other servers stored. Thread-safe. No
/// function waits for the store, but the destructor waits for what is on its way.
class SharedEvents {
 public:
  /// `log` outlives it.
  SharedEvents(std::shared_ptr<EventStore> store, const EventLimits& limits, LogSink& log);
  ~SharedEvents();
  SharedEvents(const SharedEvents&) = delete;
  SharedEvents& operator=(const SharedEvents&) = delete;

  /// Stores an event soon. Of a session for which there is no room, what is stored is removed instead: nothing of it
  /// has a gap that nobody sees.
  void append(std::string_view holder, StreamEvent event) noexcept;
  /// Removes what is stored of a session, after what was appended before.
  void remove(std::string_view session) noexcept;
  /// Tries again what the store could not do. Call it now and then.
  void tick();

  /// Reads as EventStore does. `done` is called once, on one of the threads, or at once where too much waits for the
  /// store; nothing means that the store cannot be asked now.
  using Read = std::function<void(std::optional<StreamPart> part)>;
  void read(const std::string& session, std::uint64_t stream, std::uint64_t after, std::size_t most_bytes,
            const Read& done);

  /// Waits for what is on its way; from now on nothing is asked.
  void close() { threads_.close(); }
  /// Waits until everything was stored or tried. For tests.
  void wait_until_idle() { threads_.wait_until_idle(); }

 private:
  /// An event, or the removal of its session.
  struct Waiting {
    std::string holder{};
    StreamEvent event{};
    bool is_removal = false;
  };
  /// Of the writing thread; what the store could not do is tried again.
  struct Batch {
    std::vector<StreamEvent> events;
    std::vector<std::string> holders;
    std::string removed;  // the session; empty: there are events

    [[nodiscard]] bool is_empty() const noexcept { return events.empty() && removed.empty(); }
  };

  void add(std::string_view holder, StreamEvent event);
  void write();
  void store_batch();
  void take_batch();
  void release_batch();
  void on_written(bool is_stored);

  const std::shared_ptr<EventStore> store_;
  const EventLimits limits_;
  Batch batch_;

  std::mutex mutex_;
  std::deque<Waiting> waiting_;
  std::set<std::string, std::less<>> lost_;  // sessions whose removal waits, since there was no room for an event
  Shares bytes_;                             // of events that wait, those of the batch included
  bool is_writing_ = false;
  StoreThreads threads_;  // last: they use the others
};

}  // namespace mcp::protocol
