#include <mcp/protocol/http/session.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace mcp::protocol::http {

namespace {

/// Milliseconds that clients wait before they come back to a stream.
constexpr std::string_view kRetry = "retry: 1000\n";

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

Session::Session(std::string id, std::string principal, const SessionLimits& limits, std::atomic<std::size_t>& total)
    : id_(std::move(id)), principal_(std::move(principal)), limits_(limits), total_(total) {}

Session::~Session() { total_ -= kept_; }

std::size_t Session::open_streams() const {
  return static_cast<std::size_t>(std::count_if(streams_.begin(), streams_.end(),
                                                [](const auto& entry) { return entry.second.viewing != nullptr; }));
}

void Session::show(Stream& stream, std::weak_ptr<StreamViewer> viewer, std::uint64_t from) {
  stream.viewing = viewer.lock().get();
  stream.viewer = std::move(viewer);
  stream.next_shown = from;
}

std::optional<StreamId> Session::open(std::weak_ptr<StreamViewer> viewer, bool resumable) {
  const std::lock_guard lock(mutex_);
  if (ended_ || open_streams() >= limits_.max_streams) return std::nullopt;
  const StreamId id = next_stream_++;
  Stream& stream = streams_[id];
  stream.resumable = resumable;
  show(stream, std::move(viewer), 1);
  // Older clients take the empty data for a message.
  if (resumable && state.revision >= Revision::V2025_11_25) add(id, stream, {});
  return id;
}

Session::Attached Session::attach(std::optional<EventId> after, std::weak_ptr<StreamViewer> viewer) {
  std::shared_ptr<StreamViewer> before;
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
    Stream& stream = streams_[id];
    before = stream.viewer.lock();
    if (after && (after->event >= stream.next_event || !stream.has_from(after->event + 1))) {
      return Attached::UnknownStream;
    }
    show(stream, std::move(viewer), after ? after->event + 1 : stream.next_event);
    if (!after && state.revision >= Revision::V2025_11_25) add(id, stream, {});
  }
  if (before) before->more();
  return Attached::Yes;
}

void Session::detach(StreamId id, const StreamViewer* viewer) {
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(id);
  if (found == streams_.end() || found->second.viewing != viewer) return;
  Stream& stream = found->second;
  stream.viewing = nullptr;
  stream.viewer.reset();
  if (!stream.resumable) drop(stream);
  if (!stream.resumable || (stream.finished && stream.events.empty())) streams_.erase(found);
}

void Session::add(StreamId id, Stream& stream, std::string_view message) {
  Event event{stream.next_event++, next_age_++, {}};
  if (stream.resumable) append_id(event.text, id, event.number);
  if (message.empty()) event.text += kRetry;
  event.text.append("data: ").append(message).append("\n\n");
  kept_ += event.text.size();
  total_ += event.text.size();
  stream.events.push_back(std::move(event));
  make_room();
}

void Session::make_room() {
  while (kept_ > limits_.max_replay || total_.load() > limits_.max_replay_total) {
    // The oldest event goes, but for the newest of a stream that goes on, and for the one that was just added: it may
    // be the answer to the oldest call.
    const auto spare = [&](const Stream& stream) {
      return !stream.events.empty() && (stream.events.size() > 1 || stream.finished) &&
             stream.events.front().age + 1 != next_age_;
    };
    auto victim = streams_.end();
    for (auto at = streams_.begin(); at != streams_.end(); ++at) {
      if (!spare(at->second)) continue;
      if (victim == streams_.end() || at->second.events.front().age < victim->second.events.front().age) victim = at;
    }
    if (victim == streams_.end()) return;
    Stream& stream = victim->second;
    kept_ -= stream.events.front().text.size();
    total_ -= stream.events.front().text.size();
    stream.events.pop_front();
    if (stream.events.empty() && stream.finished && stream.viewing == nullptr) streams_.erase(victim);
  }
}

void Session::drop(Stream& stream) {
  for (const Event& event : stream.events) {
    kept_ -= event.text.size();
    total_ -= event.text.size();
  }
  stream.events.clear();
}

void Session::append(StreamId id, std::string_view message, bool last) {
  std::shared_ptr<StreamViewer> viewer;
  {
    const std::lock_guard lock(mutex_);
    const auto found = streams_.find(id);
    if (found == streams_.end()) return;
    Stream& stream = found->second;
    if (stream.finished) return;
    viewer = stream.viewer.lock();
    stream.finished = last;
    if (!message.empty()) add(id, stream, message);
    if (stream.finished && stream.events.empty() && stream.viewing == nullptr) streams_.erase(found);
  }
  if (viewer) viewer->more();
}

std::shared_ptr<StreamViewer> Session::news_viewer() const {
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(news_stream());
  return found != streams_.end() && !ended_ ? found->second.viewer.lock() : nullptr;
}

void Session::news() {
  if (const auto viewer = news_viewer()) viewer->news();
}

void Session::tell_news() {
  const std::lock_guard lock(telling_);
  std::string message;
  while (state.news != nullptr && news_viewer() != nullptr &&
         state.news->next(message) == Subscription::Next::Message) {
    append(news_stream(), message);
  }
}

Session::Pulled Session::pull(StreamId id, const StreamViewer* viewer, std::string& to) {
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(id);
  if (found == streams_.end() || found->second.viewing != viewer) return Pulled::Lost;
  Stream& stream = found->second;
  if (!stream.has_from(stream.next_shown)) return Pulled::Lost;
  for (const Event& event : stream.events) {
    if (event.number >= stream.next_shown) to += event.text;
  }
  stream.next_shown = stream.next_event;
  if (!stream.resumable) drop(stream);
  return stream.finished || ended_ ? Pulled::Ended : Pulled::Some;
}

void Session::end() {
  std::vector<std::shared_ptr<StreamViewer>> viewers;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    for (auto& [id, stream] : streams_) {
      if (auto viewer = stream.viewer.lock()) viewers.push_back(std::move(viewer));
    }
  }
  for (const auto& viewer : viewers) viewer->more();
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

std::shared_ptr<Session> SessionTable::make(std::string_view principal) {
  if (size() >= limits_.max_sessions) return nullptr;
  return std::make_shared<Session>(ids_.make(), std::string(principal), limits_, kept_);
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
