// What an exchange does for clients with sessions: their messages and batches, their event streams, and HTTP+SSE.
#include <exception>
#include <string>
#include <utility>

#include "http/exchange.hpp"
#include "http/header_values.hpp"
#include "http/stream_reply.hpp"
#include "jsonrpc/errors.hpp"
#include "requests/refusals.hpp"
#include "session/message_router.hpp"

namespace mcp::protocol::http {

bool Exchange::find_session(const Request& request, std::string_view id, std::string_view message_id) {
  if (!is_there(id)) {
    refuse_json(400, message_id, ErrorCode::SessionNeeded, "Mcp-Session-Id is missing: " + ways_to_be_served());
    return false;
  }
  session_ = endpoint_.sessions().find(id, request.principal);
  // One of HTTP+SSE has its own way in, where its messages are taken one after the other.
  if (session_ != nullptr && session_->way_out()) session_ = nullptr;
  if (session_ == nullptr) {
    refuse_json(404, message_id, ErrorCode::SessionNotFound, "Session not found: send \"initialize\" for another one");
    return false;
  }
  session_->used(loop_resources_.loop.now());
  return true;
}

void Exchange::handle_legacy(const Request& request, const Message& message) {
  if (const std::string problem = mirror_problem(request, message, Mirroring::Optional); !problem.empty()) {
    const bool named = message.kind == MessageKind::Request;
    return refuse_json(400, named ? message.id : std::string_view(), ErrorCode::LegacyHeaderMismatch, problem);
  }
  // Another one opens another session, whatever session it names.
  if (message.kind == MessageKind::Request && message.method == "initialize") return take_initialize(request, message);
  const std::string_view id = message.kind == MessageKind::Request ? message.id : std::string_view();
  if (!find_session(request, request.session_id, id)) return;
  if (message.kind != MessageKind::Request) {
    handle_of_session(request, message, MessageReader::kAlone, *this, 0);
    return accepted();
  }
  expect_answer();
  handle_of_session(request, message, MessageReader::kAlone, *this, request.body.size());
  if (!answered_.load(std::memory_order_relaxed)) state_ = State::Waiting;
}

/// False after refusing the request. Sessions are limited in rate, too: each of them is kept for a while.
bool Exchange::make_session(const Request& request, std::shared_ptr<Session>& to) {
  const std::string_view holder = holder_of(request.principal, request.peer);
  if (const auto wait = endpoint_.admit_session(holder, loop_resources_.loop.now())) {
    refuse_for_rate(*wait);
    return false;
  }
  if (!endpoint_.shutting_down()) to = endpoint_.sessions().make(request.principal, request.peer);
  if (to == nullptr) {
    refuse(503, "The server has no room for another session, or for another one of this client", "Retry-After: 60\r\n");
  }
  return to != nullptr;
}

void Exchange::take_initialize(const Request& request, const Message& message) {
  if (!make_session(request, opening_)) return;
  protocol::Request rpc{newest_legacy(), message.id, message.method, message.params, {}, this};
  DispatchContext context{.writer = loop_resources_.writer,
                          .calls = loop_resources_.calls,
                          .session = &opening_->state,
                          .peer = opening_->id()};
  if (message.params && message.params->kind() != JsonKind::Object) {
    return refuse_json(400, message.id, ErrorCode::InvalidParams, "Invalid params: params must be an object");
  }
  expect_answer();
  dispatch(rpc, context);
}

void Exchange::handle_of_session(const Request& request, const Message& message, std::size_t index, MessageSink& reply,
                                 std::size_t bytes) {
  Session& session = *session_;
  const Dispatcher& dispatcher = endpoint_.dispatcher();
  const RoutedMessage routed = route_message(message, index, session.state, loop_resources_.reader);
  if (routed.kind == RoutedMessage::Kind::Handled) return;
  if (routed.kind == RoutedMessage::Kind::Cancelled) return endpoint_.cancel(session_, routed.id, routed.reason);
  protocol::Request rpc{{},
                        message.id.empty() ? unknown_id(session.state.revision) : message.id,
                        message.method,
                        message.params,
                        routed.declared.meta,
                        &reply,
                        bytes,
                        session_.get(),
                        request.principal,
                        nullptr,
                        request.peer};
  DispatchContext context{
      .writer = loop_resources_.writer, .calls = loop_resources_.calls, .session = nullptr, .peer = session.id()};
  if (routed.kind == RoutedMessage::Kind::Refused) {
    return dispatcher.refuse(rpc, context, routed.code, routed.problem);
  }
  if (routed.declared.kind != DeclaredRevision::Kind::Legacy) {
    const Revision revision =
        routed.declared.kind == DeclaredRevision::Kind::Modern ? routed.declared.revision : newest_modern();
    return dispatcher.refuse(
        rpc, context, ErrorCode::InvalidRequest,
        "Invalid request: a request of revision " + std::string(name_of(revision)) + " is posted alone");
  }
  bind_to_session(rpc, context, session.state);
  const bool had_subscription = session.state.subscription != nullptr;
  if (call_admitted(request, rpc, context)) dispatch(rpc, context);
  // HTTP+SSE: the session is open already when it is initialized.
  if (!had_subscription && session.state.subscription != nullptr) {
    session.state.subscription->attach(session_);
    try {
      session.tell_news();
    } catch (const std::exception&) {
      // No memory: it is told with the next change.
    }
  }
}

void Exchange::take_batch(const Request& request, Value batch) {
  if (is_there(request.version) && !names_legacy(request.version)) {
    modern_ = true;
    return refuse_json(400, {}, ErrorCode::InvalidRequest, "Invalid request: revision 2026-07-28 has no batches");
  }
  if (batch.size() == 0) {
    return refuse_json(400, {}, ErrorCode::InvalidRequest, "Invalid request: the batch is empty");
  }
  if (!find_session(request, request.session_id, {})) return;
  if (const std::string problem = batch_problem(batch, session_->state.revision, endpoint_.dispatcher().limits());
      !problem.empty()) {
    return refuse_json(400, {}, ErrorCode::InvalidRequest, problem);
  }
  if (endpoint_.dispatcher().held_answers().spent()) {
    return refuse(503, "The server has no room for the answers of a batch now", "Retry-After: 1\r\n");
  }
  expect_answer();
  take_elements(request, batch, *this);
  if (!answered_.load(std::memory_order_relaxed)) state_ = State::Waiting;
}

void Exchange::take_elements(const Request& request, Value batch, MessageSink& reply) {
  const std::size_t bytes = request.body.size() / batch.size() + 1;
  route_batch(batch, loop_resources_.reader, endpoint_.dispatcher(), reply,
              [&](const Message& message, std::size_t i, MessageSink& answers) {
                handle_of_session(request, message, i, answers, bytes);
              });
}

/// There is nothing for modern clients but POST, and nothing at all for revisions that do not exist.
bool Exchange::refuse_version(const Request& request) {
  if (!is_there(request.version) || names_legacy(request.version)) return false;
  if (request.version == name_of(Revision::V2026_07_28)) {
    refuse_verb(request, "POST");
  } else {
    refuse(400, "Bad request: unsupported MCP-Protocol-Version");
  }
  return true;
}

void Exchange::get(const Request& request) {
  if (refuse_version(request)) return;
  if (!takes_events_) return refuse(406, "Not acceptable: this is a text/event-stream");
  if (!find_session(request, request.session_id, {})) return;
  std::optional<EventId> after;
  if (is_there(request.last_event_id)) {
    after = parse_event_id(request.last_event_id);
    if (!after) return refuse(400, "Bad request: this Last-Event-ID is none of ours");
  }
  stream_ = after ? after->stream : 0;
  state_ = State::Streaming;
  since_ = loop_resources_.loop.now();
  switch (session_->attach(after, std::shared_ptr<StreamObserver>(owner_.lock(), this))) {
    case Session::Attached::Yes:
      start_stream();
      attach();
      return show_news();
    case Session::Attached::UnknownStream:
      stream_.reset();
      return refuse(404, "Not found: nothing is kept of this stream any more");
    case Session::Attached::TooMany:
      stream_.reset();
      return refuse(429, "The session has too many streams", "Retry-After: 1\r\n");
  }
}

void Exchange::remove(const Request& request) {
  if (refuse_version(request)) return;
  if (!find_session(request, request.session_id, {})) return;
  const auto session = session_;
  endpoint_.end(session);
  respond(204, {}, {});
}

void Exchange::open_sse(const Request& request) {
  if (!takes_events_) return refuse(406, "Not acceptable: this is a text/event-stream");
  if (!make_session(request, session_)) return;
  stream_ = session_->open(std::shared_ptr<StreamObserver>(owner_.lock(), this), false);
  session_->set_way_out(*stream_);
  endpoint_.sessions().publish(session_, loop_resources_.loop.now());
  ends_session_ = true;
  state_ = State::Streaming;
  since_ = loop_resources_.loop.now();
  start_stream();
  scratch_.assign("event: endpoint\ndata: ").append(endpoint_.options().message_path).append("?session_id=");
  scratch_.append(session_->id()).append("\n\n");
  reply_.write(scratch_);
}

void Exchange::post_message(const Request& request) {
  constexpr std::string_view kParameter = "session_id=";
  const std::string_view id =
      request.query.starts_with(kParameter) ? request.query.substr(kParameter.size()) : std::string_view();
  if (!is_json_content_type(request.content_type)) {
    return refuse(415, "Unsupported media type: send application/json");
  }
  session_ = endpoint_.sessions().find(id, request.principal);
  const std::optional<StreamId> way_out = session_ ? session_->way_out() : std::nullopt;
  if (!way_out) return refuse(404, "Session not found: open another event stream");
  session_->used(loop_resources_.loop.now());
  Document& document = loop_resources_.document;
  if (const std::string_view problem = document.parse(request.body); !problem.empty()) {
    return refuse_json(400, {}, ErrorCode::ParseError, "Parse error: " + std::string(problem));
  }
  loop_resources_.reader.begin(request.body);
  const Value root = document.root();
  {
    // Two posts at once on two event loops must not both open the session.
    const std::lock_guard order(session_->order());
    if (root.kind() == JsonKind::Array) {
      const std::string problem = batch_problem(root, session_->state.revision, endpoint_.dispatcher().limits());
      if (!problem.empty()) return refuse_json(400, {}, ErrorCode::InvalidRequest, problem);
      take_elements(request, root, StreamReply::make(session_, *way_out));
    } else {
      const Message message = loop_resources_.reader.read(root);
      if (take_notes_) take_note(request, message);
      if (message.kind == MessageKind::Request || message.kind == MessageKind::Invalid) {
        StreamReply& reply = StreamReply::make(session_, *way_out);
        try {
          handle_of_session(request, message, MessageReader::kAlone, reply, request.body.size());
        } catch (...) {
          reply.abandon();
          throw;
        }
      } else {
        handle_of_session(request, message, MessageReader::kAlone, *this, 0);
      }
    }
  }
  accepted();
}

}  // namespace mcp::protocol::http
