#include "http/session.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <utility>

namespace mcp::protocol::http {

namespace {

/// Milliseconds that clients wait before they come back to a stream.
constexpr std::string_view kRetry = "retry: 1000\n";
/// Bytes around a message: its id and the names of the fields.
constexpr std::size_t kFraming = 64;
/// Bytes that may wait to be shown on one stream before what is only said is left out.
constexpr std::size_t kMostUnseen = std::size_t{4} << 20;
/// Bytes that a list takes to keep something, those of the allocator included.
constexpr std::size_t kNode = 48;

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

void ReplayStore::enter(Session& session) {
  const std::lock_guard lock(mutex_);
  sessions_.push_back(&session);
}

std::size_t ReplayStore::sessions_of(std::string_view holder) {
  const std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(std::ranges::count(sessions_, holder, &Session::holder));
}

void ReplayStore::leave(Session& session) noexcept {
  const std::lock_guard lock(mutex_);
  std::erase(sessions_, &session);
}

void ReplayStore::make_room() {
  if (budget_.used() <= budget_.limit()) return;
  const std::lock_guard lock(mutex_);
  // A little more than is needed, so that the next event need not look again.
  take_from_the_largest(budget_.limit() - budget_.limit() / 16);
  while (budget_.used() > budget_.limit()) {
    const auto age_of = [](const Session* session) { return session->oldest_unseen(); };
    const auto slowest = std::ranges::min_element(sessions_, {}, age_of);
    if (slowest == sessions_.end()) return;
    const std::uint64_t age = age_of(*slowest);
    if (age >= next_age_.load() - 1) return;  // the newest of all: what it answers must be told
    (*slowest)->lose(age);
  }
}

/// Those that have most come down to what the next one has, until there is room.
void ReplayStore::take_from_the_largest(std::size_t goal) {
  std::ranges::sort(sessions_, std::ranges::greater(), [](const Session* session) { return session->kept_.load(); });
  for (std::size_t most = 1; most <= sessions_.size() && budget_.used() > goal; ++most) {
    const std::size_t share = (budget_.used() - goal) / most + 1;
    const std::size_t next = most < sessions_.size() ? sessions_[most]->kept_.load() : 0;
    for (std::size_t i = 0; i < most && budget_.used() > goal; ++i) {
      const std::size_t kept = sessions_[i]->kept_;
      sessions_[i]->come_down_to(std::max(next, kept > share ? kept - share : 0));
    }
  }
}

Session::Session(std::string id, std::string principal, const SessionLimits& limits, ReplayStore& store,
                 std::string_view peer)
    : id_(std::move(id)),
      principal_(std::move(principal)),
      holder_(holder_of(principal_, peer)),
      limits_(limits),
      store_(store) {
  store_.enter(*this);
}

Session::~Session() {
  store_.leave(*this);
  discount(kept_);
}

std::size_t Session::Event::cost() const noexcept { return sizeof(Event) + kNode + text.capacity(); }

void Session::count(std::size_t bytes) noexcept {
  kept_ += bytes;
  store_.budget_.add(bytes);
}

void Session::discount(std::size_t bytes) noexcept {
  kept_ -= bytes;
  store_.budget_.give_back(bytes);
}

Session::Stream& Session::make_stream(StreamId id) {
  const auto [at, is_new] = streams_.try_emplace(id);
  if (is_new) count(kStreamCost);
  return at->second;
}

void Session::forget(Streams::iterator stream) {
  drop(stream->second);
  streams_.erase(stream);
  discount(kStreamCost);
}

void Session::forget_oldest(Stream& stream) {
  const Event& event = stream.events.front();
  discount(event.cost());
  if (event.number >= stream.next_shown) stream.unseen -= event.text.size();
  stream.events.pop_front();
}

std::size_t Session::open_streams() const {
  return static_cast<std::size_t>(std::count_if(streams_.begin(), streams_.end(),
                                                [](const auto& entry) { return entry.second.viewing != nullptr; }));
}

void Session::attach(Stream& stream, std::weak_ptr<StreamObserver> observer, std::uint64_t from) {
  stream.viewing = observer.lock().get();
  stream.observer = std::move(observer);
  stream.next_shown = from;
  stream.unseen = 0;
  for (const Event& event : stream.events) {
    if (event.number >= from) stream.unseen += event.text.size();
  }
}

std::optional<StreamId> Session::open(std::weak_ptr<StreamObserver> observer, bool resumable) {
  const std::lock_guard lock(mutex_);
  if (ended_ || open_streams() >= limits_.max_streams) return std::nullopt;
  const StreamId id = next_stream_++;
  Stream& stream = make_stream(id);
  stream.resumable = resumable;
  attach(stream, std::move(observer), 1);
  // Older clients take the empty data for a message.
  if (resumable && state.revision >= Revision::V2025_11_25) add(id, stream, {});
  return id;
}

Session::Attached Session::attach(std::optional<EventId> after, std::weak_ptr<StreamObserver> observer) {
  std::shared_ptr<StreamObserver> before;
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return Attached::UnknownStream;
    const StreamId id = after ? after->stream : 0;
    const auto found = streams_.find(id);
    if (found == streams_.end() && id != 0) return Attached::UnknownStream;
    if (found != streams_.end() && !found->second.resumable) return Attached::UnknownStream;
    if ((found == streams_.end() || found->second.viewing == nullptr) && open_streams() >= limits_.max_streams) {
      return Attached::TooMany;
    }
    Stream& stream = make_stream(id);
    before = stream.observer.lock();
    if (after && (after->event >= stream.next_event || !stream.has_from(after->event + 1))) {
      return Attached::UnknownStream;
    }
    attach(stream, std::move(observer), after ? after->event + 1 : stream.next_event);
    if (!after && state.revision >= Revision::V2025_11_25) add(id, stream, {});
  }
  if (before) before->more();
  return Attached::Yes;
}

void Session::detach(StreamId id, const StreamObserver* observer) {
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(id);
  if (found == streams_.end() || found->second.viewing != observer) return;
  Stream& stream = found->second;
  stream.viewing = nullptr;
  stream.observer.reset();
  if (!stream.resumable || (stream.finished && stream.events.empty())) return forget(found);
  make_room(limits_.max_replay);
}

void Session::add(StreamId id, Stream& stream, std::string_view message) {
  Event event{stream.next_event++, newest_age_ = store_.next_age_++, {}};
  event.text.reserve(message.size() + kFraming);
  if (stream.resumable) append_id(event.text, id, event.number);
  if (message.empty()) event.text += kRetry;
  event.text.append("data: ").append(message).append("\n\n");
  stream.events.push_back(std::move(event));
  stream.unseen += stream.events.back().text.size();
  count(stream.events.back().cost());
  make_room(limits_.max_replay);
}

/// The oldest event goes that was shown, or that nobody is there to see: but for the newest of a stream that goes on,
/// and for the one that was just added, which may be the answer to the oldest call.
bool Session::forget_oldest_seen() {
  const auto spare = [&](const Stream& stream) {
    if (stream.events.empty()) return false;
    const Event& oldest = stream.events.front();
    if (stream.viewing != nullptr && oldest.number >= stream.next_shown) return false;
    return (stream.events.size() > 1 || stream.finished) && oldest.age != newest_age_;
  };
  auto victim = streams_.end();
  for (auto at = streams_.begin(); at != streams_.end(); ++at) {
    if (!spare(at->second)) continue;
    if (victim == streams_.end() || at->second.events.front().age < victim->second.events.front().age) victim = at;
  }
  if (victim == streams_.end()) return false;
  Stream& stream = victim->second;
  forget_oldest(stream);
  if (stream.events.empty() && stream.finished && stream.viewing == nullptr) forget(victim);
  return true;
}

void Session::make_room(std::size_t most) {
  while (kept_ > most && forget_oldest_seen()) {
  }
}

void Session::come_down_to(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  make_room(bytes);
}

/// The age of the oldest event that waits to be shown, or to be asked for; the largest number if none does.
std::uint64_t Session::oldest_unseen() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t oldest = std::numeric_limits<std::uint64_t>::max();
  for (const auto& [id, stream] : streams_) {
    if (!stream.events.empty()) oldest = std::min(oldest, stream.events.front().age);
  }
  return oldest;
}

/// The stream that has the event of that age is lost to its client.
void Session::lose(std::uint64_t age) {
  std::shared_ptr<StreamObserver> observer;
  {
    const std::lock_guard lock(mutex_);
    for (auto at = streams_.begin(); at != streams_.end(); ++at) {
      if (at->second.events.empty() || at->second.events.front().age != age) continue;
      observer = at->second.observer.lock();
      drop(at->second);
      if (at->second.finished && at->second.viewing == nullptr) forget(at);
      break;
    }
  }
  if (observer) observer->more();  // it finds that something is lost
}

void Session::drop(Stream& stream) {
  while (!stream.events.empty()) forget_oldest(stream);
}

bool Session::congested(StreamId id) const {
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(id);
  return found != streams_.end() && found->second.viewing != nullptr && found->second.unseen > kMostUnseen;
}

void Session::append(StreamId id, std::string_view message, bool last) {
  std::shared_ptr<StreamObserver> observer;
  {
    const std::lock_guard lock(mutex_);
    const auto found = streams_.find(id);
    if (found == streams_.end()) return;
    Stream& stream = found->second;
    if (stream.finished) return;
    observer = stream.observer.lock();
    stream.finished = last;
    if (!message.empty()) add(id, stream, message);
    if (stream.finished && stream.events.empty() && stream.viewing == nullptr) forget(found);
  }
  store_.make_room();
  if (observer) observer->more();
}

std::shared_ptr<StreamObserver> Session::subscription_observer() const {
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(news_stream());
  return found != streams_.end() && !ended_ ? found->second.observer.lock() : nullptr;
}

void Session::on_available() {
  if (const auto observer = subscription_observer()) observer->on_available();
}

void Session::tell_news() {
  const std::lock_guard lock(telling_);
  std::string message;
  while (state.subscription != nullptr && subscription_observer() != nullptr &&
         state.subscription->next(message) == Subscription::Next::Message) {
    append(news_stream(), message);
  }
}

Session::Pulled Session::pull(StreamId id, const StreamObserver* observer, std::string& to, std::size_t portion) {
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(id);
  if (found == streams_.end() || found->second.viewing != observer) return Pulled::Lost;
  Stream& stream = found->second;
  if (!stream.has_from(stream.next_shown)) return Pulled::Lost;
  auto event = stream.events.end();
  for (std::uint64_t behind = stream.next_event - stream.next_shown; behind > 0; --behind) --event;
  for (bool first = true; event != stream.events.end() && (first || event->text.size() <= portion); first = false) {
    to += event->text;
    portion -= std::min(portion, event->text.size());
    stream.unseen -= event->text.size();
    stream.next_shown = event->number + 1;
    ++event;
  }
  const bool all = event == stream.events.end();
  if (!stream.resumable) {
    while (!stream.events.empty() && stream.events.front().number < stream.next_shown) forget_oldest(stream);
  }
  make_room(limits_.max_replay);
  return all && (stream.finished || ended_) ? Pulled::Ended : Pulled::Some;
}

void Session::end() {
  std::vector<std::shared_ptr<StreamObserver>> viewers;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    for (auto& [id, stream] : streams_) {
      if (auto observer = stream.observer.lock()) viewers.push_back(std::move(observer));
    }
  }
  for (const auto& observer : viewers) observer->more();
}

bool Session::ended() const {
  const std::lock_guard lock(mutex_);
  return ended_;
}

void Session::used(std::chrono::steady_clock::time_point now) noexcept {
  used_.store(now.time_since_epoch().count(), std::memory_order_relaxed);
}

bool Session::expired(std::chrono::steady_clock::time_point now) const {
  using Time = std::chrono::steady_clock::time_point;
  const Time used{Time::duration(used_.load(std::memory_order_relaxed))};
  if (now - used < (state.initialized ? limits_.idle : limits_.idle_before_use)) return false;
  const std::lock_guard lock(mutex_);
  return open_streams() == 0;
}

std::shared_ptr<Session> SessionTable::make(std::string_view principal, std::string_view peer) {
  const std::string_view holder = holder_of(principal, peer);
  const std::size_t share = share_of(limits_.max_sessions, holder);
  const std::size_t all = size();
  if (all >= limits_.max_sessions || (all >= share && store_.sessions_of(holder) >= share)) return nullptr;
  return std::make_shared<Session>(ids_.make(), std::string(principal), limits_, store_, peer);
}

void SessionTable::publish(const std::shared_ptr<Session>& session, std::chrono::steady_clock::time_point now) {
  session->used(now);
  const std::lock_guard lock(mutex_);
  sessions_.emplace(session->id(), session);
}

std::shared_ptr<Session> SessionTable::find(std::string_view id, std::string_view principal) const {
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(id);
  return found != sessions_.end() && found->second->principal() == principal ? found->second : nullptr;
}

void SessionTable::remove(const Session& session) {
  const std::lock_guard lock(mutex_);
  sessions_.erase(session.id());
}

std::vector<std::shared_ptr<Session>> SessionTable::take_expired(std::chrono::steady_clock::time_point now) {
  std::vector<std::shared_ptr<Session>> expired;
  const std::lock_guard lock(mutex_);
  for (auto at = sessions_.begin(); at != sessions_.end();) {
    // Whoever else holds it has a call under way, or is about to use it.
    if (at->second.use_count() == 1 && at->second->expired(now)) {
      expired.push_back(std::move(at->second));
      at = sessions_.erase(at);
    } else {
      ++at;
    }
  }
  return expired;
}

std::vector<std::shared_ptr<Session>> SessionTable::take_all() {
  std::vector<std::shared_ptr<Session>> all;
  const std::lock_guard lock(mutex_);
  for (auto& [id, session] : sessions_) all.push_back(std::move(session));
  sessions_.clear();
  return all;
}

std::size_t SessionTable::size() const {
  const std::lock_guard lock(mutex_);
  return sessions_.size();
}

}  // namespace mcp::protocol::http
