// A store of events for the servers of one process.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include <mcp/event_store.hpp>

namespace mcp::protocol {

/// Forgets the oldest events of a session beyond its bytes, and a stream whose life is over when something is appended.
class MemoryEventStore final : public EventStore {
 public:
  void append(std::span<const StreamEvent> events, const EventLimits& limits) override;
  StreamPart read(std::string_view session, std::uint64_t stream, std::uint64_t after, std::size_t most_bytes) override;
  void remove(std::string_view session) override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Kept {
    std::uint64_t age;
    StreamEvent event;
  };
  struct Stream {
    std::deque<Kept> events;  // at least one
    Clock::time_point ends;
  };
  struct Streams {
    std::map<std::uint64_t, Stream> streams;
    std::size_t bytes = 0;
  };

  // Under the lock:
  void forget_over(Clock::time_point now);
  void make_room(Streams& session, std::size_t most) const;

  std::mutex mutex_;
  std::uint64_t next_age_ = 0;
  std::map<std::string, Streams, std::less<>> sessions_;
};

}  // namespace mcp::protocol
