#include "http/event_streams.hpp"

#include <algorithm>
#include <charconv>
#include <exception>
#include <limits>
#include <utility>
#include <vector>

namespace mcp::protocol::http {

namespace {

/// Milliseconds that clients wait before they come back to a stream.
constexpr std::string_view kRetry = "retry: 1000\n";
/// Bytes around a message: its id and the names of the fields.
constexpr std::size_t kFraming = 64;
/// Bytes that may wait to be shown on one stream before what can be left out is.
constexpr std::size_t kMostUnseen = std::size_t{4} << 20;

void append_number(std::string& to, std::uint64_t number) {
  char digits[20];
  to.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void append_id(std::string& to, StreamId stream, std::uint64_t event) {
  to += "id: ";
  append_number(to, stream);
  to += '-';
  append_number(to, event);
  to += '\n';
}

}  // namespace

std::optional<EventId> parse_event_id(std::string_view text) noexcept {
  EventId id;
  const char* const end = text.data() + text.size();
  const auto stream = std::from_chars(text.data(), end, id.stream);
  if (stream.ec != std::errc() || stream.ptr == end || *stream.ptr != '-') return std::nullopt;
  const auto event = std::from_chars(stream.ptr + 1, end, id.event);
  if (event.ec != std::errc() || event.ptr != end) return std::nullopt;
  return id;
}

EventStreams::EventStreams(const SessionLimits& limits, EventBudget& budget, std::string_view holder, StreamId first)
    : limits_(limits), budget_(budget), holder_(holder), general_(first - 1), next_stream_(first) {
  budget_.add(*this);
}

EventStreams::~EventStreams() {
  budget_.remove(*this);
  discount(kept());
}

void EventStreams::share(SharedEvents& events, std::string_view session) noexcept {
  shared_ = &events;
  session_ = session;
}

void EventStreams::count(std::size_t bytes) noexcept {
  kept_.fetch_add(bytes, std::memory_order_relaxed);
  budget_.count(bytes);
}

void EventStreams::discount(std::size_t bytes) noexcept {
  kept_.fetch_sub(bytes, std::memory_order_relaxed);
  budget_.discount(bytes);
}

EventStreams::Stream& EventStreams::make_stream(StreamId id) {
  const auto [at, is_new] = streams_.try_emplace(id);
  if (is_new) count(kStreamCost);
  return at->second;
}

void EventStreams::forget(Streams::iterator stream) {
  forget_events(stream->second);
  streams_.erase(stream);
  discount(kStreamCost);
}

void EventStreams::forget_events(Stream& stream) {
  while (!stream.events.empty()) forget_oldest(stream);
}

void EventStreams::forget_oldest(Stream& stream) {
  const KeptEvent& event = stream.events.oldest();
  discount(event.cost());
  if (event.number >= stream.next_shown) stream.unseen -= event.text.size();
  stream.events.forget_oldest();
}

std::size_t EventStreams::count_open() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(streams_, [](const auto& entry) { return entry.second.viewing != nullptr; }));
}

std::size_t EventStreams::open_count() const {
  const std::lock_guard lock(mutex_);
  return count_open();
}

void EventStreams::Stream::show(std::weak_ptr<StreamObserver> to, std::uint64_t from) {
  viewing = to.lock().get();
  observer = std::move(to);
  next_shown = from;
  unseen = 0;
  for (const KeptEvent& event : events) {
    if (event.number >= from) unseen += event.text.size();
  }
}

std::optional<StreamId> EventStreams::open(std::weak_ptr<StreamObserver> observer, bool resumable, bool primed) {
  const std::lock_guard lock(mutex_);
  if (ended_ || count_open() >= limits_.max_streams) return std::nullopt;
  const StreamId id = next_stream_++;
  Stream& stream = make_stream(id);
  stream.resumable = resumable;
  stream.show(std::move(observer), 1);
  if (resumable && primed) add(id, stream, {});
  return id;
}

EventStreams::Attached EventStreams::attach(std::optional<EventId> after, std::weak_ptr<StreamObserver> observer,
                                            bool primed) {
  std::shared_ptr<StreamObserver> before;
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return Attached::UnknownStream;
    const StreamId id = after ? after->stream : general_;
    const auto found = streams_.find(id);
    if (found == streams_.end() && id != general_) return Attached::UnknownStream;
    if (found != streams_.end() && !found->second.resumable) return Attached::UnknownStream;
    if ((found == streams_.end() || found->second.viewing == nullptr) && count_open() >= limits_.max_streams) {
      return Attached::TooMany;
    }
    Stream& stream = make_stream(id);
    before = stream.observer.lock();
    if (after && (after->event >= stream.events.next_number() || !stream.events.has_from(after->event + 1))) {
      return Attached::UnknownStream;
    }
    stream.show(std::move(observer), after ? after->event + 1 : stream.events.next_number());
    if (!after && primed) add(id, stream, {});
  }
  if (before) before->more();
  return Attached::Yes;
}

void EventStreams::detach(StreamId id, const StreamObserver* observer) {
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(id);
  if (found == streams_.end() || found->second.viewing != observer) return;
  Stream& stream = found->second;
  stream.viewing = nullptr;
  stream.observer.reset();
  if (!stream.resumable || stream.is_mirror || (stream.finished && stream.events.empty())) return forget(found);
  make_room(limits_.max_replay);
}

bool EventStreams::is_foreign(StreamId id) const {
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(id);
  return found != streams_.end() ? found->second.is_mirror : id != general_;
}

EventStreams::Attached EventStreams::mirror(EventId after, std::weak_ptr<StreamObserver> observer,
                                            const std::vector<StreamEvent>& events) {
  std::shared_ptr<StreamObserver> before;
  {
    const std::lock_guard lock(mutex_);
    const auto found = streams_.find(after.stream);
    if (ended_ || (found != streams_.end() && !found->second.is_mirror)) return Attached::UnknownStream;
    if (found == streams_.end() && count_open() >= limits_.max_streams) return Attached::TooMany;
    if (found != streams_.end()) {
      before = found->second.observer.lock();
      forget(found);
    }
    Stream& stream = make_stream(after.stream);
    stream.is_mirror = true;
    stream.events.start_at(after.event + 1);
    stream.show(std::move(observer), after.event + 1);
    mirror_events(after.stream, stream, events);
  }
  if (before) before->more();
  return Attached::Yes;
}

std::optional<std::uint64_t> EventStreams::newest_mirrored(StreamId id, const StreamObserver* observer) const {
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(id);
  if (found == streams_.end() || !found->second.is_mirror || found->second.viewing != observer) return std::nullopt;
  return found->second.events.next_number() - 1;
}

void EventStreams::mirror_more(StreamId id, const std::vector<StreamEvent>& events) {
  std::shared_ptr<StreamObserver> observer;
  {
    const std::lock_guard lock(mutex_);
    const auto found = streams_.find(id);
    if (found == streams_.end() || !found->second.is_mirror) return;
    observer = found->second.observer.lock();
    mirror_events(id, found->second, events);
  }
  budget_.make_room();
  if (observer) observer->more();
}

void EventStreams::mirror_events(StreamId id, Stream& stream, const std::vector<StreamEvent>& events) {
  for (const StreamEvent& event : events) {
    if (event.number != stream.events.next_number()) continue;
    if (!event.message.empty() || !event.is_last) add(id, stream, event.message);
    stream.finished = event.is_last;
  }
}

void EventStreams::store(StreamId id, const Stream& stream, std::uint64_t number, std::string_view message) noexcept {
  if (shared_ == nullptr || !stream.resumable || stream.is_mirror) return;
  try {
    shared_->append(holder_, {.session = std::string(session_),
                              .stream = id,
                              .number = number,
                              .message = std::string(message),
                              .is_last = stream.finished});
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // There is no memory: who reads it at another server finds a gap.
  }
}

void EventStreams::add(StreamId id, Stream& stream, std::string_view message) {
  std::string text;
  text.reserve(message.size() + kFraming);
  if (stream.resumable) append_id(text, id, stream.events.next_number());
  if (message.empty()) text += kRetry;
  text.append("data: ").append(message).append("\n\n");
  newest_age_ = budget_.next_age();
  const KeptEvent& event = stream.events.append(newest_age_, std::move(text));
  store(id, stream, event.number, message);
  stream.unseen += event.text.size();
  count(event.cost());
  make_room(limits_.max_replay);
}

/// Forgets the oldest event that was shown or that nobody is there to see; false if there is none. The newest event of
/// a stream that goes on stays, and so does the one that was added last, which may be the answer to the oldest call.
bool EventStreams::forget_oldest_seen() {
  const auto spare = [&](const Stream& stream) {
    if (stream.events.empty()) return false;
    const KeptEvent& oldest = stream.events.oldest();
    if (stream.viewing != nullptr && oldest.number >= stream.next_shown) return false;
    return (stream.events.size() > 1 || stream.finished) && oldest.age != newest_age_;
  };
  auto victim = streams_.end();
  for (auto at = streams_.begin(); at != streams_.end(); ++at) {
    if (!spare(at->second)) continue;
    if (victim == streams_.end() || at->second.events.oldest().age < victim->second.events.oldest().age) victim = at;
  }
  if (victim == streams_.end()) return false;
  Stream& stream = victim->second;
  forget_oldest(stream);
  if (stream.events.empty() && stream.finished && stream.viewing == nullptr) forget(victim);
  return true;
}

void EventStreams::make_room(std::size_t most) {
  while (kept() > most && forget_oldest_seen()) {
  }
}

void EventStreams::reduce_to(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  make_room(bytes);
}

std::uint64_t EventStreams::oldest_age() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t oldest = std::numeric_limits<std::uint64_t>::max();
  for (const auto& [id, stream] : streams_) {
    if (!stream.events.empty()) oldest = std::min(oldest, stream.events.oldest().age);
  }
  return oldest;
}

/// The observer finds that something is lost.
std::shared_ptr<StreamObserver> EventStreams::lose(std::uint64_t age) {
  const std::lock_guard lock(mutex_);
  for (auto at = streams_.begin(); at != streams_.end(); ++at) {
    if (at->second.events.empty() || at->second.events.oldest().age != age) continue;
    std::shared_ptr<StreamObserver> observer = at->second.observer.lock();
    forget_events(at->second);
    if (at->second.finished && at->second.viewing == nullptr) forget(at);
    return observer;
  }
  return nullptr;
}

bool EventStreams::congested(StreamId id) const {
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(id);
  return found != streams_.end() && found->second.viewing != nullptr && found->second.unseen > kMostUnseen;
}

void EventStreams::append(StreamId id, std::string_view message, bool last) {
  std::shared_ptr<StreamObserver> observer;
  {
    const std::lock_guard lock(mutex_);
    const auto found = streams_.find(id);
    if (found == streams_.end()) return;
    Stream& stream = found->second;
    if (stream.finished) return;
    observer = stream.observer.lock();
    stream.finished = last;
    if (!message.empty()) {
      add(id, stream, message);
    } else if (last) {
      store(id, stream, stream.events.next_number(), {});
    }
    if (stream.finished && stream.events.empty() && stream.viewing == nullptr) forget(found);
  }
  budget_.make_room();
  if (observer) observer->more();
}

std::shared_ptr<StreamObserver> EventStreams::observer_of(StreamId id) const {
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(id);
  return found != streams_.end() && !ended_ ? found->second.observer.lock() : nullptr;
}

EventStreams::Pulled EventStreams::pull(StreamId id, const StreamObserver* observer, std::string& to,
                                        std::size_t portion) {
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(id);
  if (found == streams_.end() || found->second.viewing != observer) return Pulled::Lost;
  Stream& stream = found->second;
  if (!stream.events.has_from(stream.next_shown)) return Pulled::Lost;
  auto event = stream.events.at(stream.next_shown);
  for (bool first = true; event != stream.events.end() && (first || event->text.size() <= portion); first = false) {
    to += event->text;
    portion -= std::min(portion, event->text.size());
    stream.unseen -= event->text.size();
    stream.next_shown = event->number + 1;
    ++event;
  }
  const bool all = event == stream.events.end();
  if (!stream.resumable) {
    while (!stream.events.empty() && stream.events.oldest().number < stream.next_shown) forget_oldest(stream);
  }
  make_room(limits_.max_replay);
  return all && (stream.finished || ended_) ? Pulled::Ended : Pulled::Some;
}

void EventStreams::end() {
  std::vector<std::shared_ptr<StreamObserver>> observers;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    for (auto& [id, stream] : streams_) {
      if (auto observer = stream.observer.lock()) observers.push_back(std::move(observer));
    }
  }
  for (const auto& observer : observers) observer->more();
}

bool EventStreams::ended() const {
  const std::lock_guard lock(mutex_);
  return ended_;
}

}  // namespace mcp::protocol::http
