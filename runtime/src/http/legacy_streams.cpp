// The event streams of a legacy exchange: how they are opened, and how events reach the response.
#include <string>

#include "http/legacy_exchange.hpp"
#include "http/router.hpp"

namespace mcp::protocol::http {

namespace {

/// Bytes of a session's events that are written at a time, unless one has more.
constexpr std::size_t kEventsAtOnce = std::size_t{256} << 10;
/// How often what another server adds to a stream is looked for.
constexpr std::chrono::milliseconds kReadInterval{500};

constexpr std::string_view kNoStore = "The server cannot reach the streams of other servers now";
constexpr std::string_view kSoon = "Retry-After: 1\r\n";

}  // namespace

void LegacyExchange::open_session_stream(const Request& request) {
  if (refuse_version(request)) return;
  if (!response_.takes_events()) return response_.refuse(406, "Not acceptable: this is a text/event-stream");
  if (!find_session(request, {})) return;
  std::optional<EventId> after;
  if (is_there(request.last_event_id)) {
    after = parse_event_id(request.last_event_id);
    if (!after) return response_.refuse(400, "Bad request: this Last-Event-ID is none of ours");
  }
  if (after && endpoint_.shared_events() != nullptr && session_->shared &&
      session_->streams().is_foreign(after->stream)) {
    return look_up_stream(*after);
  }
  response_.touch();
  show_stream(after ? after->stream : session_->streams().general(),
              session_->attach(after, std::shared_ptr<StreamObserver>(reply_.owner(), this)));
}

/// Answers with a stream of the session to which this was attached, or not.
void LegacyExchange::show_stream(StreamId stream, EventStreams::Attached attached) {
  switch (attached) {
    case EventStreams::Attached::Yes:
      stream_ = stream;
      response_.open_stream();
      write_events();
      return show_changes();
    case EventStreams::Attached::UnknownStream:
      return response_.refuse(404, "Not found: nothing is kept of this stream any more");
    case EventStreams::Attached::TooMany:
      return response_.refuse(429, "The session has too many streams", kSoon);
  }
}

void LegacyExchange::look_up_stream(EventId after) {
  mirrored_ = {.after = after};
  reply_.expect_answer();
  response_.touch();
  response_.wait();
  read_stream(after.event);
}

/// Reads what is stored of the stream behind that event.
void LegacyExchange::read_stream(std::uint64_t after) {
  mirrored_->is_reading = true;
  mirrored_->read_at = loop_resources_.loop.now();
  endpoint_.shared_events()->read(
      session_->id(), mirrored_->after.stream, after, kEventsAtOnce,
      [this, owner = reply_.owner(), number = ++reads_](const std::optional<StreamPart>& part) {
        loop_resources_.loop.post([this, owner, number, part] {
          if (mirrored_ && mirrored_->is_reading && number == reads_) on_stream_read(part);
        });
      });
}

void LegacyExchange::on_stream_read(const std::optional<StreamPart>& part) {
  if (!stream_) return on_stream_found(part);
  mirrored_->is_reading = false;
  if (!part) return;  // it is read again later
  if (!part->is_known) return lose_stream();
  const auto session = session_;  // showing it may complete the response
  session->streams().mirror_more(*stream_, part->events);
  read_on(part->events);
}

void LegacyExchange::on_stream_found(const std::optional<StreamPart>& part) {
  const std::shared_ptr<StreamObserver> observer(reply_.owner(), this);
  const std::shared_ptr<void> keep = reply_.release();
  mirrored_->is_reading = false;
  if (response_.state() != ExchangeResponse::State::Waiting) return response_.finish();  // the client is gone
  if (!part) return response_.refuse(503, kNoStore, kSoon);
  const EventId after = mirrored_->after;
  show_stream(after.stream, part->is_known ? session_->streams().mirror(after, observer, part->events)
                                           : EventStreams::Attached::UnknownStream);
  read_on(part->events);
}

/// Those events were added to what is shown; what came behind them is read at once, as long as the client takes it.
void LegacyExchange::read_on(const std::vector<StreamEvent>& shown) {
  if (!mirrored_ || !response_.is_streaming()) return;
  if (shown.empty() && mirrored_->after.stream % kStreamsOfAServer == 0) return show_general_stream();
  if (shown.empty() || response_.congested()) return;
  if (const auto newest = session_->streams().newest_mirrored(*stream_, this)) read_stream(*newest);
}

/// What was missed of the general stream of another server has been shown: it goes on as that of this one.
void LegacyExchange::show_general_stream() {
  session_->streams().detach(*stream_, this);
  mirrored_.reset();
  stream_ = session_->streams().general();
  const std::shared_ptr<StreamObserver> observer(reply_.owner(), this);
  if (session_->attach(std::nullopt, observer) != EventStreams::Attached::Yes) {
    stream_.reset();
    return response_.end_stream(true);
  }
  write_events();
  show_changes();
}

void LegacyExchange::lose_stream() {
  session_->streams().detach(*stream_, this);
  response_.end_stream(true);
}

void LegacyExchange::tick_mirrored(std::chrono::steady_clock::time_point now) {
  if (response_.state() == ExchangeResponse::State::Waiting) {
    if (now - response_.since() < kLongestLookup) return;
    const std::shared_ptr<void> keep = reply_.release();
    return response_.refuse(503, kNoStore, kSoon);
  }
  const bool is_late = now - mirrored_->read_at >= (mirrored_->is_reading ? kLongestLookup : kReadInterval);
  if (!response_.is_streaming() || !is_late || response_.congested()) return;
  if (const auto newest = session_->streams().newest_mirrored(*stream_, this)) read_stream(*newest);
}

void LegacyExchange::open_sse_stream(const Request& request) {
  if (!response_.takes_events()) return response_.refuse(406, "Not acceptable: this is a text/event-stream");
  if (!make_session(request, session_)) return;
  stream_ = session_->open(std::shared_ptr<StreamObserver>(reply_.owner(), this), false);
  session_->set_way_out(*stream_);
  endpoint_.sessions().publish(session_, loop_resources_.loop.now());
  ends_session_ = true;
  response_.touch();
  response_.open_stream();
  std::string& endpoint = response_.scratch();
  endpoint.assign("event: endpoint\ndata: ").append(endpoint_.options().message_path).append("?session_id=");
  endpoint.append(session_->id()).append("\n\n");
  response_.write(endpoint);
}

void LegacyExchange::open_stream() {
  if (!session_ || mirrored_) return;  // a store is asked first
  response_.touch();
  stream_ = session_->open(std::shared_ptr<StreamObserver>(reply_.owner(), this), true);
  if (!stream_) return;  // there are too many: this request waits for its answer in one piece
  response_.open_stream();
  write_events();
}

void LegacyExchange::more() {
  if (loop_resources_.loop.running_in_this_thread()) return write_events();
  loop_resources_.loop.post([this, owner = reply_.owner()] { write_events(); });
}

/// The changes are always shown by a job of the event loop: a call that changes something would keep the loop until the
/// call ends.
void LegacyExchange::on_available() {
  loop_resources_.loop.post([this, owner = reply_.owner()] { show_changes(); });
}

void LegacyExchange::on_sent() {
  write_events();
  show_changes();
}

/// Writes the events of the stream that the client has not seen, as far as it takes them.
void LegacyExchange::write_events() {
  if (!response_.is_streaming() || !stream_) return;
  std::string& events = response_.scratch();
  EventStreams::Pulled pulled = EventStreams::Pulled::Some;
  do {
    if (response_.congested()) return response_.trim();  // on_sent() goes on
    events.clear();
    pulled = session_->streams().pull(*stream_, this, events, kEventsAtOnce);
    if (events.empty()) break;
    response_.touch();
    response_.write(events);
  } while (pulled == EventStreams::Pulled::Some);
  response_.trim();
  if (pulled == EventStreams::Pulled::Some) return;
  session_->streams().detach(*stream_, this);
  if (!reply_.is_expected()) return response_.end_stream();
  // The answer is still to come, to the exchange that shows the stream then; until it is there, this one takes no
  // request.
  response_.give_up_stream();
}

/// Changes wait while the client has not taken what was written, and become one message.
void LegacyExchange::show_changes() {
  if (!response_.is_streaming() || !response_.ready() || !stream_ || *stream_ != session_->changes_stream()) return;
  const auto session = session_;  // telling may complete the response
  session->tell_changes();
}

}  // namespace mcp::protocol::http
