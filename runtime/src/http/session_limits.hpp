// How many sessions there may be over HTTP, and what each may keep.
#pragma once

#include <chrono>
#include <cstddef>

namespace mcp::protocol::http {

struct SessionLimits {
  std::size_t max_sessions = 10'000;
  /// Event streams of one session that a client may hold open at once.
  std::size_t max_streams = 16;
  /// Bytes of events that one session keeps for a client that comes back. What was not shown yet is kept beyond that.
  std::size_t max_replay = std::size_t{1} << 20;
  /// Bytes of events that all sessions keep, with what they have not shown yet. Where that is too much, those that keep
  /// most forget first.
  std::size_t max_replay_total = std::size_t{64} << 20;
  /// How long a session lives without a request and without an open stream.
  std::chrono::milliseconds idle = std::chrono::minutes(30);
  /// The same before `notifications/initialized`.
  std::chrono::milliseconds idle_before_use = std::chrono::minutes(1);
};

/// How long a request waits for a store of sessions: longer than any store may block.
inline constexpr std::chrono::seconds kLongestLookup{15};

}  // namespace mcp::protocol::http
