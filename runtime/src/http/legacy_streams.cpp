// The event streams of a legacy exchange: how they are opened, and how events reach the response.
#include <string>

#include "http/legacy_exchange.hpp"
#include "http/router.hpp"

namespace mcp::protocol::http {

namespace {

/// Bytes of a session's events that are written at a time, unless one has more.
constexpr std::size_t kEventsAtOnce = std::size_t{256} << 10;

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
  response_.touch();
  stream_ = after ? after->stream : 0;
  switch (session_->attach(after, std::shared_ptr<StreamObserver>(reply_.owner(), this))) {
    case EventStreams::Attached::Yes:
      response_.open_stream();
      write_events();
      return show_changes();
    case EventStreams::Attached::UnknownStream:
      stream_.reset();
      return response_.refuse(404, "Not found: nothing is kept of this stream any more");
    case EventStreams::Attached::TooMany:
      stream_.reset();
      return response_.refuse(429, "The session has too many streams", "Retry-After: 1\r\n");
  }
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
  if (!session_) return;  // it is being stored for other servers
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
