#include "stores/memory_event_store.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace mcp::protocol {

namespace {

/// Bytes that it takes to keep an event, about.
std::size_t cost_of(const StreamEvent& event) { return 64 + event.session.size() + event.message.size(); }

}  // namespace

void MemoryEventStore::append(std::span<const StreamEvent> events, const EventLimits& limits) {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  forget_over(now);
  for (const StreamEvent& event : events) {
    Streams& session = sessions_[event.session];
    Stream& stream = session.streams[event.stream];
    stream.ends = now + limits.lifetime;
    if (!stream.events.empty() && event.number <= stream.events.back().event.number) continue;
    stream.events.push_back({next_age_++, event});
    session.bytes += cost_of(event);
    make_room(session, limits.bytes);
  }
}

StreamPart MemoryEventStore::read(std::string_view session, std::uint64_t stream, std::uint64_t after,
                                  std::size_t most_bytes) {
  const std::lock_guard lock(mutex_);
  const auto streams = sessions_.find(session);
  if (streams == sessions_.end()) return {};
  const auto found = streams->second.streams.find(stream);
  if (found == streams->second.streams.end() || found->second.ends <= Clock::now()) return {};
  const auto& events = found->second.events;
  auto next = std::ranges::find_if(events, [&](const Kept& kept) { return kept.event.number > after; });
  StreamPart part{.is_known = true};
  for (std::uint64_t number = after + 1; next != events.end(); ++next, ++number) {
    if (next->event.number != number) {
      part.is_known = !part.events.empty();
      break;
    }
    const std::size_t size = next->event.message.size();
    if (!part.events.empty() && size > most_bytes) break;
    most_bytes -= std::min(most_bytes, size);
    part.events.push_back(next->event);
  }
  return part;
}

void MemoryEventStore::remove(std::string_view session) {
  const std::lock_guard lock(mutex_);
  if (const auto found = sessions_.find(session); found != sessions_.end()) sessions_.erase(found);
}

void MemoryEventStore::forget_over(Clock::time_point now) {
  for (auto at = sessions_.begin(); at != sessions_.end();) {
    Streams& session = at->second;
    std::erase_if(session.streams, [&](const auto& each) {
      const Stream& stream = each.second;
      if (stream.ends > now) return false;
      for (const Kept& kept : stream.events) session.bytes -= cost_of(kept.event);
      return true;
    });
    at = session.streams.empty() ? sessions_.erase(at) : std::next(at);
  }
}

/// The newest event of a stream that goes on stays, and so does the one that was added last.
void MemoryEventStore::make_room(Streams& session, std::size_t most) const {
  while (session.bytes > most) {
    auto oldest = session.streams.end();
    for (auto at = session.streams.begin(); at != session.streams.end(); ++at) {
      const auto& events = at->second.events;
      if (events.front().age + 1 == next_age_ || (events.size() == 1 && !events.front().event.is_last)) continue;
      if (oldest == session.streams.end() || events.front().age < oldest->second.events.front().age) oldest = at;
    }
    if (oldest == session.streams.end()) return;
    auto& events = oldest->second.events;
    session.bytes -= cost_of(events.front().event);
    events.pop_front();
    if (events.empty()) session.streams.erase(oldest);
  }
}

}  // namespace mcp::protocol
