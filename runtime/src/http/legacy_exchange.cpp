#include "http/legacy_exchange.hpp"

#include <exception>
#include <mutex>
#include <string>
#include <utility>

#include "codec/value_text.hpp"
#include "http/header_values.hpp"
#include "http/router.hpp"
#include "http/stream_reply.hpp"
#include "jsonrpc/errors.hpp"
#include "jsonrpc/message_writer.hpp"
#include "requests/refusals.hpp"
#include "session/message_router.hpp"

namespace mcp::protocol::http {

/// A message of a session, where it came from, and where its answer goes.
struct LegacyExchange::Received {
  const Request& request;
  const Message& message;
  const DeclaredRevision& declared;
  MessageSink& reply;
  std::size_t bytes = 0;                      // of the message, about
  std::size_t index = MessageReader::kAlone;  // in its batch
  std::shared_ptr<const Feature> tool = {};   // see DispatchContext
};

bool LegacyExchange::find_session(const Request& request, std::string_view message_id) {
  if (!is_there(request.session_id)) {
    response_.refuse_message(400, message_id, ErrorCode::SessionNeeded,
                             "Mcp-Session-Id is missing: " + ways_to_be_served());
    return false;
  }
  session_ = endpoint_.sessions().find(request.session_id, request.principal);
  // One of HTTP+SSE has its own way in, where its messages are taken one after the other.
  if (session_ != nullptr && session_->way_out()) session_ = nullptr;
  if (session_ == nullptr) {
    response_.refuse_message(404, message_id, ErrorCode::SessionNotFound,
                             "Session not found: send \"initialize\" for another one");
    return false;
  }
  session_->used(loop_resources_.loop.now());
  return true;
}

namespace {

/// Whether what a request sets is known to the other servers of a session.
bool changes_session(std::string_view method) {
  return method == "logging/setLevel" || method == "resources/subscribe" || method == "resources/unsubscribe";
}

}  // namespace

void LegacyExchange::handle(const Request& request, const Message& message, const DeclaredRevision& declared) {
  const bool is_request = message.kind == MessageKind::Request;
  const std::string_view id = is_request ? message.id : std::string_view();
  std::shared_ptr<const Feature> tool;
  if (const std::string problem = endpoint_.find_header_mismatch(request.mirrored, message, Mirroring::Optional, tool);
      !problem.empty()) {
    return response_.refuse_message(400, id, ErrorCode::LegacyHeaderMismatch, problem);
  }
  // Another `initialize` opens another session, whichever the request names.
  if (is_request && message.method == "initialize") return initialize(request, message);
  if (!find_session(request, id)) return;
  if (!is_request) {
    handle_of_session({request, message, declared, reply_});
    endpoint_.share_changes(session_);
    return response_.accept();
  }
  reply_.expect_answer();
  response_.touch();
  // The answer may complete the response.
  const auto session = endpoint_.shared_sessions() != nullptr ? session_ : nullptr;
  handle_of_session({request, message, declared, reply_, request.body.size(), MessageReader::kAlone, std::move(tool)});
  if (changes_session(message.method)) endpoint_.share_changes(session);
  if (!reply_.is_answered()) response_.wait();
}

/// False after refusing the request. Sessions are limited in rate, too: each of them is kept for a while.
bool LegacyExchange::make_session(const Request& request, std::shared_ptr<Session>& to) {
  const std::string_view holder = holder_of(request.principal, request.peer);
  if (const auto wait = endpoint_.admit_session(holder, loop_resources_.loop.now())) {
    response_.refuse_for_rate(*wait);
    return false;
  }
  if (!endpoint_.shutting_down()) to = endpoint_.sessions().make(request.principal, request.peer);
  if (to == nullptr) {
    response_.refuse(503, "The server has no room for another session, or for another one of this client",
                     "Retry-After: 60\r\n");
  }
  return to != nullptr;
}

void LegacyExchange::initialize(const Request& request, const Message& message) {
  if (!make_session(request, opening_)) return;
  if (message.params && message.params->kind() != JsonKind::Object) {
    return response_.refuse_message(400, message.id, ErrorCode::InvalidParams,
                                    "Invalid params: params must be an object");
  }
  if (endpoint_.shared_sessions() != nullptr) {
    endpoint_.share(*opening_);
    opening_->shared->stored.principal = opening_->principal();
    if (message.params) {
      Writer params;
      write_value(*message.params, params);
      opening_->shared->stored.initialize = params.view();
    }
  }
  const protocol::Request rpc{newest_legacy(), message.id, message.method, message.params, {}, &reply_};
  DispatchContext context{.writer = loop_resources_.writer,
                          .calls = loop_resources_.calls,
                          .session = &opening_->state,
                          .peer = opening_->id()};
  reply_.expect_answer();
  response_.touch();
  endpoint_.dispatcher().dispatch(rpc, context);
}

void LegacyExchange::handle_of_session(Received&& received) {
  Session& session = *session_;
  const Dispatcher& dispatcher = endpoint_.dispatcher();
  const Message& message = received.message;
  const DeclaredRevision& declared = received.declared;
  const RoutedMessage routed = route_message(message, declared, received.index, session.state, loop_resources_.reader);
  if (routed.kind == RoutedMessage::Kind::Handled) return;
  if (routed.kind == RoutedMessage::Kind::Cancelled) return endpoint_.cancel(session_, routed.id, routed.reason);
  protocol::Request rpc{{},
                        message.id.empty() ? unknown_id(session.state.revision) : message.id,
                        message.method,
                        message.params,
                        declared.request_meta(),
                        &received.reply,
                        received.bytes,
                        session_.get(),
                        received.request.principal,
                        nullptr,
                        received.request.peer};
  DispatchContext context{.writer = loop_resources_.writer,
                          .calls = loop_resources_.calls,
                          .session = nullptr,
                          .peer = session.id(),
                          .tool = std::move(received.tool)};
  if (routed.kind == RoutedMessage::Kind::Refused) {
    return dispatcher.refuse(rpc, context, routed.code, routed.problem);
  }
  if (declared.kind != DeclaredRevision::Kind::Legacy) {
    const bool is_known = declared.kind == DeclaredRevision::Kind::Modern;
    const Revision revision = is_known ? declared.revision : newest_modern();
    return dispatcher.refuse(
        rpc, context, ErrorCode::InvalidRequest,
        "Invalid request: a request of revision " + std::string(name_of(revision)) + " is posted alone");
  }
  bind_to_session(rpc, context, session.state);
  const bool had_subscription = session.state.subscription != nullptr;
  endpoint_.dispatch(rpc, context, loop_resources_.loop.now());
  // HTTP+SSE: the session is open already when it is initialized.
  if (!had_subscription && session.state.subscription != nullptr) {
    session.state.subscription->attach(session_);
    try {
      session.tell_changes();
    } catch (const std::exception&) {
      // There is no memory: it is told with the next change.
    }
  }
}

void LegacyExchange::handle_batch(const Request& request, Value batch) {
  if (batch.size() == 0) {
    return response_.refuse_message(400, {}, ErrorCode::InvalidRequest, "Invalid request: the batch is empty");
  }
  if (!find_session(request, {})) return;
  const std::string problem = batch_problem(batch, session_->state.revision, endpoint_.dispatcher().limits());
  if (!problem.empty()) return response_.refuse_message(400, {}, ErrorCode::InvalidRequest, problem);
  if (endpoint_.dispatcher().held_answers().spent()) {
    return response_.refuse(503, "The server has no room for the answers of a batch now", "Retry-After: 1\r\n");
  }
  reply_.expect_answer();
  response_.touch();
  const auto session = endpoint_.shared_sessions() != nullptr ? session_ : nullptr;
  handle_elements(request, batch, reply_);
  endpoint_.share_changes(session);
  if (!reply_.is_answered()) response_.wait();
}

void LegacyExchange::handle_elements(const Request& request, Value batch, MessageSink& reply) {
  const std::size_t bytes = request.body.size() / batch.size() + 1;
  route_batch(batch, loop_resources_.reader, endpoint_.dispatcher(), reply,
              [&](const Message& message, std::size_t index, MessageSink& answers) {
                handle_of_session({request, message, read_declared_revision(message.params), answers, bytes, index});
              });
}

/// There is nothing for modern clients but POST, and nothing at all for revisions that do not exist.
bool LegacyExchange::refuse_version(const Request& request) {
  switch (read_version(request)) {
    case VersionHeader::None:
    case VersionHeader::Legacy:
      return false;
    case VersionHeader::Modern:
      response_.refuse_verb("POST");
      return true;
    case VersionHeader::Unknown:
      break;
  }
  response_.refuse(400, "Bad request: unsupported MCP-Protocol-Version");
  return true;
}

void LegacyExchange::end_session(const Request& request) {
  if (refuse_version(request)) return;
  if (!find_session(request, {})) return;
  const auto session = session_;
  endpoint_.end(session);
  response_.respond(204, {}, {});
}

void LegacyExchange::handle_sse_message(const Request& request) {
  constexpr std::string_view kParameter = "session_id=";
  const std::string_view id =
      request.query.starts_with(kParameter) ? request.query.substr(kParameter.size()) : std::string_view();
  if (!is_json_content_type(request.content_type)) {
    return response_.refuse(415, "Unsupported media type: send application/json");
  }
  session_ = endpoint_.sessions().find(id, request.principal);
  const std::optional<StreamId> way_out = session_ ? session_->way_out() : std::nullopt;
  if (!way_out) return response_.refuse(404, "Session not found: open another event stream");
  session_->used(loop_resources_.loop.now());
  if (const std::string_view problem = loop_resources_.read_body(request.body); !problem.empty()) {
    return response_.refuse_message(400, {}, ErrorCode::ParseError, "Parse error: " + std::string(problem));
  }
  handle_sse_value(request, loop_resources_.document.root(), *way_out);
}

void LegacyExchange::handle_sse_value(const Request& request, Value root, StreamId way_out) {
  // Two posts at once on two event loops must not both open the session.
  std::unique_lock order(session_->order());
  if (root.kind() == JsonKind::Array) {
    const std::string problem = batch_problem(root, session_->state.revision, endpoint_.dispatcher().limits());
    if (!problem.empty()) {
      order.unlock();
      return response_.refuse_message(400, {}, ErrorCode::InvalidRequest, problem);
    }
    handle_elements(request, root, StreamReply::make(session_, way_out));
  } else {
    const Message message = loop_resources_.reader.read(root);
    const DeclaredRevision declared = read_declared_revision(message.params);
    if (log_entry_ != nullptr) log_entry_->set_message(request, message);
    if (message.kind == MessageKind::Request || message.kind == MessageKind::Invalid) {
      StreamReply& reply = StreamReply::make(session_, way_out);
      try {
        handle_of_session({request, message, declared, reply, request.body.size()});
      } catch (...) {
        reply.abandon();
        throw;
      }
    } else {
      handle_of_session({request, message, declared, reply_});
    }
  }
  order.unlock();
  response_.accept();
}

void LegacyExchange::deliver(std::string_view message) {
  if (stream_) {
    // A copy: more() may complete the response.
    const auto session = session_;
    session->streams().append(*stream_, message, true);
    if (response_.state() == ExchangeResponse::State::Gone) response_.finish();
    return;
  }
  std::string fields;
  if (!message.empty() && response_.is_pending()) {
    if (opening_ && opening_->state.revision) {
      return opening_->shared ? share_opening(message) : publish_opening(message);
    }
    if (!response_.takes_json() && response_.takes_events() && session_) {
      // An event of a session has an id and may come after a priming event, however short the stream.
      open_stream();
      if (stream_) {
        const auto session = session_;
        return session->streams().append(*stream_, message, true);
      }
    }
  }
  response_.complete(200, message, fields);
}

void LegacyExchange::publish_opening(std::string_view answer) {
  opening_->state.subscription->attach(opening_);
  opening_->tell_changes();
  (void)endpoint_.sessions().publish(opening_, loop_resources_.loop.now());
  std::string fields;
  fields.append("Mcp-Session-Id: ").append(opening_->id()).append("\r\n");
  response_.complete(200, answer, fields);
}

void LegacyExchange::share_opening(std::string_view answer) {
  opening_->state.client->outgoing.start_at(static_cast<std::int64_t>(opening_->first_id()));
  response_.touch();
  response_.wait();
  endpoint_.shared_sessions()->create(opening_->id(), opening_->shared->stored,
                                      [this, session = opening_, answer = std::string(answer),
                                       owner = reply_.owner()](std::optional<std::uint64_t> version) {
                                        loop_resources_.loop.post([this, session, answer, owner, version] {
                                          if (opening_ != session || !response_.is_pending()) {  // the client is gone
                                            if (version) endpoint_.shared_sessions()->remove(session->id());
                                            if (opening_ == session) response_.finish();
                                            return;
                                          }
                                          if (!version) {
                                            return response_.refuse(503, "The server cannot reach its sessions now",
                                                                    "Retry-After: 1\r\n");
                                          }
                                          session->shared->version = *version;
                                          publish_opening(answer);
                                        });
                                      });
}

/// A notification is left out, too, where the client has so much to read that its answer would be late.
bool LegacyExchange::show_notice(std::string_view message, bool is_awaited) {
  if (response_.is_pending()) {
    if (!response_.takes_events()) return false;
    open_stream();
  }
  if (!stream_) return false;
  const auto session = session_;
  if (!is_awaited && session->streams().congested(*stream_)) return false;
  session->streams().append(*stream_, message);
  return true;
}

void LegacyExchange::tick(std::chrono::steady_clock::time_point now) {
  if (session_) session_->used(now);
  if (opening_ && response_.state() == ExchangeResponse::State::Waiting && now - response_.since() >= kLongestLookup) {
    return response_.refuse(503, "The server cannot reach its sessions now", "Retry-After: 1\r\n");
  }
  if (mirrored_) tick_mirrored(now);
  if (session_ && response_.is_streaming()) ping(now);
}

/// On the stream that a session has for what belongs to no call.
void LegacyExchange::ping(std::chrono::steady_clock::time_point now) {
  const auto interval = endpoint_.options().ping_interval;
  if (interval.count() == 0 || !stream_ || *stream_ != session_->changes_stream() || !session_->state.initialized) {
    return;
  }
  if (pinged_ == std::chrono::steady_clock::time_point()) pinged_ = now;
  if (now - pinged_ < interval) return;
  pinged_ = now;
  // A ping would stand behind all that waits for the client.
  if (response_.congested() || session_->streams().congested(*stream_)) return;
  const auto session = session_;
  OutgoingRequests& outgoing = session->state.client->outgoing;
  if (ping_ && outgoing.forget(*ping_)) {
    ping_.reset();
    endpoint_.dispatcher().calls().log.write("a client did not answer a ping within " +
                                             std::to_string(interval.count()) + " ms: its event stream is closed");
    session->streams().detach(*stream_, this);
    if (ends_session_) endpoint_.end(session);
    return response_.end_stream(true);
  }
  ping_ = outgoing.expect(nullptr, {});
  Writer message;
  write_request(message, *ping_, "ping", {});
  session->streams().append(*stream_, message.view());
}

void LegacyExchange::leave() {
  if (!stream_) return;
  session_->streams().detach(*stream_, this);
  response_.end_stream(true);
}

void LegacyExchange::client_gone() {
  abort_stream();
  if (ends_session_) endpoint_.end(session_);
}

void LegacyExchange::abort_stream() {
  if (stream_) session_->streams().detach(*stream_, this);
}

void LegacyExchange::release() noexcept {
  if (ping_ && session_) (void)session_->state.client->outgoing.forget(*ping_);
  session_.reset();
  opening_.reset();
  stream_.reset();
  mirrored_.reset();
  ends_session_ = false;
  pinged_ = {};
  ping_.reset();
}

}  // namespace mcp::protocol::http
