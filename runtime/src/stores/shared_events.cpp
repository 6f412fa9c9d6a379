#include "stores/shared_events.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace mcp::protocol {

namespace {

/// Bytes of events that may wait.
constexpr std::size_t kMostEventBytes = std::size_t{64} << 20;
constexpr std::size_t kMostEvents = 1000;  // in one call, as <mcp/event_store.hpp> says
/// The writing thread is the one of this key.
constexpr std::string_view kWriter;

/// Bytes that it takes to keep an event waiting.
std::size_t waiting_cost_of(const StreamEvent& event) { return 256 + event.message.size(); }

}  // namespace

SharedEvents::SharedEvents(std::shared_ptr<EventStore> store, const EventLimits& limits, LogSink& log)
    : store_(std::move(store)), limits_(limits), bytes_(kMostEventBytes), threads_("events", log) {}

SharedEvents::~SharedEvents() = default;

void SharedEvents::append(std::string_view holder, StreamEvent event) noexcept {
  try {
    add(holder, std::move(event));
    write();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // There is no memory: who reads finds a gap.
  }
}

void SharedEvents::add(std::string_view holder, StreamEvent event) {
  const std::lock_guard lock(mutex_);
  if (lost_.contains(event.session)) return;
  const std::size_t cost = waiting_cost_of(event);
  Waiting& added = waiting_.emplace_back(Waiting{std::string(holder), std::move(event)});
  try {
    if (bytes_.take(holder, cost) == Shares::Taken::Yes) return;
    lost_.insert(added.event.session);
  } catch (const std::exception&) {
    waiting_.pop_back();
    throw;
  }
  added.is_removal = true;
  added.event.message = {};
}

void SharedEvents::remove(std::string_view session) noexcept {
  try {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back({.event = {.session = std::string(session)}, .is_removal = true});
    }
    write();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // There is no memory: it goes when its life is over.
  }
}

void SharedEvents::tick() {
  try {
    write();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // There is no memory: it is tried again with the next tick.
  }
}

void SharedEvents::write() {
  {
    const std::lock_guard lock(mutex_);
    if (is_writing_ || (waiting_.empty() && batch_.is_empty())) return;
    is_writing_ = true;
  }
  try {
    threads_.submit(
        kWriter,
        [this]() -> std::function<void()> {
          store_batch();
          return [this] { on_written(true); };
        },
        [this] { on_written(false); });
  } catch (const std::exception&) {
    on_written(false);
    throw;
  }
}

void SharedEvents::on_written(bool is_stored) {
  {
    const std::lock_guard lock(mutex_);
    is_writing_ = false;
  }
  if (is_stored) write();
}

/// On the writing thread, as all that touches the batch.
void SharedEvents::store_batch() {
  if (batch_.is_empty()) take_batch();
  if (!batch_.removed.empty()) {
    store_->remove(batch_.removed);
  } else if (!batch_.events.empty()) {
    store_->append(batch_.events, limits_);
  }
  release_batch();
}

void SharedEvents::take_batch() {
  const std::lock_guard lock(mutex_);
  if (waiting_.empty()) return;
  if (waiting_.front().is_removal) {
    batch_.removed = std::move(waiting_.front().event.session);
    waiting_.pop_front();
    return;
  }
  const std::size_t most = std::min(waiting_.size(), kMostEvents);
  batch_.events.reserve(most);
  batch_.holders.reserve(most);
  while (!waiting_.empty() && !waiting_.front().is_removal && batch_.events.size() < most) {
    batch_.holders.push_back(std::move(waiting_.front().holder));
    batch_.events.push_back(std::move(waiting_.front().event));
    waiting_.pop_front();
  }
}

void SharedEvents::release_batch() {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < batch_.events.size(); ++i)
    bytes_.give_back(batch_.holders[i], waiting_cost_of(batch_.events[i]));
  if (!batch_.removed.empty()) lost_.erase(batch_.removed);
  batch_ = {};
}

void SharedEvents::read(const std::string& session, std::uint64_t stream, std::uint64_t after, std::size_t most_bytes,
                        const Read& done) {
  threads_.submit(
      session,
      [this, session, stream, after, most_bytes, done]() -> std::function<void()> {
        return [done, part = store_->read(session, stream, after, most_bytes)] { done(part); };
      },
      [done] { done(std::nullopt); });
}

}  // namespace mcp::protocol
