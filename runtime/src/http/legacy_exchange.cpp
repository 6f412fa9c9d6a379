// What an exchange does for clients with sessions: their messages and batches, their event streams, and HTTP+SSE.
#include <exception>
#include <string>
#include <utility>

#include "http/exchange.hpp"
#include "http/header_values.hpp"
#include "http/stream_reply.hpp"
#include "jsonrpc/batch.hpp"
#include "jsonrpc/errors.hpp"
#include "requests/refusals.hpp"

namespace mcp::protocol::http {

namespace {

constexpr std::string_view kSessionNeeded =
    "Mcp-Session-Id is missing: send \"initialize\" first (revisions up to 2025-11-25), or put "
    "\"io.modelcontextprotocol/protocolVersion\": \"2026-07-28\" and "
    "\"io.modelcontextprotocol/clientCapabilities\": {} into params._meta of every request";

}  // namespace

bool Exchange::find_session(const Request& request, std::string_view id, std::string_view message_id) {
  if (!is_there(id)) {
    refuse_json(400, message_id, ErrorCode::SessionNeeded, kSessionNeeded);
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
  protocol::Request rpc{kNewestLegacy, message.id, message.method, message.params, {}, this};
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
  if (message.kind == MessageKind::Notification) {
    if (message.method == "notifications/initialized" && session.state.revision) {
      session.state.initialized = true;
      session.state.client->ready = true;
      session.state.subscription->start();
    }
    if (message.method == "notifications/cancelled" && message.params && message.params->kind() == JsonKind::Object) {
      const std::string_view id = loop_resources_.reader.read_request_id(*message.params, index);
      if (!id.empty()) endpoint_.cancel(session_, id, text_member(*message.params, "reason"));
    }
    return;
  }
  if (message.kind == MessageKind::Response) {
    if (session.state.client) session.state.client->line.answer(message.id, reply_of(message));
    return;
  }
  protocol::Request rpc{session.state.revision.value_or(kNewestLegacy),
                        message.id.empty() ? unknown_id(session.state.revision) : message.id,
                        message.method,
                        message.params,
                        {},
                        &reply,
                        bytes,
                        session_.get(),
                        request.principal,
                        session.state.client ? &session.state.client : nullptr,
                        request.peer};
  DispatchContext context{.writer = loop_resources_.writer,
                          .calls = loop_resources_.calls,
                          .session = &session.state,
                          .peer = session.id()};
  if (message.kind == MessageKind::Invalid) {
    return dispatcher.refuse(rpc, context, ErrorCode::InvalidRequest, message.problem);
  }
  if (message.params && message.params->kind() != JsonKind::Object) {
    return dispatcher.refuse(rpc, context, ErrorCode::InvalidParams, "Invalid params: params must be an object");
  }
  const DeclaredRevision declared = read_declared_revision(message.params);
  if (declared.kind == DeclaredRevision::Kind::Malformed) {
    return dispatcher.refuse(rpc, context, ErrorCode::InvalidParams, declared.problem);
  }
  if (declared.kind != DeclaredRevision::Kind::Legacy) {
    return dispatcher.refuse(rpc, context, ErrorCode::InvalidRequest,
                             "Invalid request: a request of revision 2026-07-28 is posted alone");
  }
  rpc.meta = declared.meta;
  if (!session.state.revision && message.method != "initialize" && message.method != "ping") {
    return dispatcher.refuse(rpc, context, ErrorCode::InvalidParams, kTwoWaysIn);
  }
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
  const Dispatcher& dispatcher = endpoint_.dispatcher();
  Batch& answers = Batch::open(reply, dispatcher.limits().max_batch_answer, dispatcher.held_answers());
  ArrayCursor cursor(batch);
  Value element;
  for (std::size_t i = 0; cursor.next(element); ++i) {
    bool owed = false;
    try {
      const Message message = loop_resources_.reader.read(element, i);
      owed = message.kind == MessageKind::Request || message.kind == MessageKind::Invalid;
      if (owed) answers.expect_one();
      handle_of_session(request, message, i, answers, bytes);
    } catch (const std::exception&) {
      if (owed) answers.abandon();  // no memory: the others are answered all the same
    }
  }
  answers.abandon();
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
