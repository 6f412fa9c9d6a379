// Where servers keep the events of the streams that they show to legacy clients over HTTP, so that a client whose
// connection broke may come back to any of them (2025-11-25, basic/transports, "Resumability and Redelivery"). It is
// for servers that share a SessionStore; without an EventStore, a client comes back to the server that began the
// stream, or is told that nothing is kept of it.
//
// A server stores events behind its own back: a client sees an event at once, other servers a moment later. A server
// that is asked for a stream of another one shows what is stored, and then asks for more until the stream ends. Events
// that could not be stored leave a gap, behind which the stream counts as lost.
//
// mcp::test::check_event_store() tests an implementation.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/export.hpp>

namespace mcp {

/// An event of a stream.
struct StreamEvent {
  std::string session{};     ///< its id, as in SessionStore
  std::uint64_t stream = 0;  ///< no two streams of a session have the same
  std::uint64_t number = 0;  ///< in its stream, from 1 on without a gap
  std::string message{};     ///< UTF-8; empty for an event without a message, or an end without an event
  bool is_last = false;      ///< the stream has ended with it

  bool operator==(const StreamEvent&) const = default;
};

/// What a store keeps of a stream.
struct StreamPart {
  bool is_known = false;              ///< false: nothing is kept, or not the event behind the one that was asked for
  std::vector<StreamEvent> events{};  ///< oldest first, without a gap
};

/// How much a server wants to be kept.
struct EventLimits {
  std::chrono::milliseconds lifetime;  ///< of a stream, after its last event
  std::size_t bytes;                   ///< of the messages of a session; beyond that, its oldest events may go
};

/// An interface for a store of events that servers share.
///
/// Threads: any number of threads may call at the same time. A call may block, for a few seconds at most, since a
/// server that ends waits for it; it runs on a thread that does nothing else. Atomicity: each event is kept at once,
/// and never without those that stand before it in the same call. Errors: an implementation whose store cannot be
/// reached throws. Then the server appends the same events again later, as long as it has room for them, and a client
/// that comes back to a stream of another server is refused (503); the log has a line. A server that has no room any
/// more removes what is kept of those sessions.
class MCP_EXPORT EventStore {
 public:
  virtual ~EventStore() = default;

  /// Keeps 1 to 1000 events; those of one stream are in their order. One that is there already is left as it is.
  virtual void append(std::span<const StreamEvent> events, const EventLimits& limits) = 0;
  /// The events of a stream behind the one of that number, which is 0 for all of them: as many as fit into
  /// `most_bytes` of messages, at least one if there is one. None, where all were read and more may come.
  virtual StreamPart read(std::string_view session, std::uint64_t stream, std::uint64_t after,
                          std::size_t most_bytes) = 0;
  /// Forgets all streams of a session. There may be none.
  virtual void remove(std::string_view session) = 0;

 protected:
  EventStore() = default;
  EventStore(const EventStore&) = default;
  EventStore& operator=(const EventStore&) = default;
};

}  // namespace mcp
