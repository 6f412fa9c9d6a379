#include "session/connection.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include "requests/refusals.hpp"
#include "session/message_router.hpp"

namespace mcp::protocol {

Connection::Connection(const Dispatcher& dispatcher, MessageSink& outbox, Executor& executor, std::optional<Rate> rate,
                       ConnectionIdentity identity)
    : dispatcher_(dispatcher),
      outbox_(outbox),
      executor_(executor),
      calls_(dispatcher.calls()),
      name_("connection " + std::to_string(reinterpret_cast<std::uintptr_t>(this))),
      identity_(std::move(identity)),
      subscriptions_(outbox) {
  if (rate) bucket_.emplace(*rate);
}

void Connection::receive(std::string_view text) {
  const std::string_view problem = document_.parse(text);
  if (!problem.empty()) {
    return send_error(outbox_, id_of_unread(), ErrorCode::ParseError, "Parse error: " + std::string(problem));
  }
  reader_.begin(text);
  request_bytes_ = text.size();
  const Value root = document_.root();
  if (root.kind() == JsonKind::Array) return receive_batch(root);
  handle(reader_.read(root), MessageReader::kAlone, outbox_);
}

void Connection::receive_batch(Value batch) {
  if (const std::string problem = batch_problem(batch, session_.revision, dispatcher_.limits()); !problem.empty()) {
    return send_error(outbox_, id_of_unread(), ErrorCode::InvalidRequest, problem);
  }
  request_bytes_ = request_bytes_ / batch.size() + 1;
  bool waits = true;  // for slow calls, as long as it helps: the messages behind them are not to wait for those
  route_batch(batch, reader_, dispatcher_, outbox_, [&](const Message& message, std::size_t i, MessageSink& answers) {
    if (message.kind == MessageKind::Request) waits = waits && wait_for_capacity();
    handle(message, i, answers);
  });
}

void Connection::refuse(std::string_view why) { send_error(outbox_, id_of_unread(), ErrorCode::InvalidRequest, why); }

void Connection::refuse_for_want_of_memory() noexcept {
  try {
    send_error(outbox_, id_of_unread(), ErrorCode::InternalError, "The server has no memory for the message");
  } catch (...) {
    // Nothing can be said.
  }
}

void Connection::handle(const Message& message, std::size_t index, MessageSink& reply) {
  const DeclaredRevision declared = read_declared_revision(message.params);
  const RoutedMessage routed = route_message(message, declared, index, session_, reader_);
  switch (routed.kind) {
    case RoutedMessage::Kind::Handled:
      return;
    case RoutedMessage::Kind::Cancelled:
      calls_.cancel(this, routed.id, routed.reason);
      return subscriptions_.cancel(routed.id);
    case RoutedMessage::Kind::Request:
      return handle_request(message, declared, index != MessageReader::kAlone, reply);
    case RoutedMessage::Kind::Refused: {
      const bool modern = declared.kind == DeclaredRevision::Kind::Modern;
      const std::string_view unknown = modern ? unknown_id(declared.revision) : id_of_unread();
      return send_error(reply, message.id.empty() ? unknown : message.id, routed.code, routed.problem);
    }
  }
}

void Connection::handle_request(const Message& message, const DeclaredRevision& declared, bool in_batch,
                                MessageSink& reply) {
  Request request{.revision = declared.revision,
                  .id = message.id,
                  .method = message.method,
                  .params = message.params,
                  .meta = declared.request_meta(),
                  .reply = &reply,
                  .bytes = request_bytes_,
                  .scope = this,
                  .principal = identity_.principal,
                  .peer = identity_.address};
  DispatchContext context{.writer = writer_, .calls = calls_, .session = nullptr, .peer = name_, .one_channel = true};
  if (declared.kind == DeclaredRevision::Kind::Modern) {
    modern_seen_ = declared.revision;
    return handle_modern(request, context, in_batch);
  }
  // Some clients repeat the revision of their session in each request.
  const auto is_of_session = [&] { return session_.revision && declared.requested == name_of(*session_.revision); };
  if (declared.kind == DeclaredRevision::Kind::Unsupported && !is_of_session()) {
    return send_error(reply, message.id, ErrorCode::UnsupportedProtocolVersion, kUnsupportedVersion,
                      unsupported_version_data(declared.requested));
  }
  // A process that a bridge started serves one client after the other, or many at once.
  context.may_start_over = !in_batch;
  handle_of_session(request, context);
}

void Connection::handle_of_session(Request& request, DispatchContext& context) {
  bind_to_session(request, context, session_);
  // `initialize` makes another subscription before it drops this one, so that its address tells them apart.
  const Subscription* const subscription = session_.subscription.get();
  dispatch(request, context);
  if (session_.subscription.get() != subscription) {
    subscriptions_.drop_session();
    subscriptions_.take({}, session_.subscription);
  }
}

/// A modern request may become a subscription.
void Connection::handle_modern(const Request& request, DispatchContext& context, bool in_batch) {
  if (in_batch) {
    return dispatcher_.refuse(
        request, context, ErrorCode::InvalidRequest,
        "Invalid request: revision " + std::string(name_of(request.revision)) + " has no batches");
  }
  // An answer with this id would say that the subscription has ended.
  if (subscriptions_.has(request.id)) {
    return dispatcher_.refuse(request, context, ErrorCode::InvalidRequest,
                              "Invalid request: a subscription of this id is open already; choose another one");
  }
  dispatch(request, context);
  if (context.opened != nullptr) subscriptions_.take(request.id, std::move(context.opened));
}

void Connection::dispatch(const Request& request, DispatchContext& context) {
  if (!bucket_) return dispatcher_.dispatch(request, context);
  dispatcher_.dispatch(request, context, [&] { return bucket_->take(); });
}

void Connection::send_error(MessageSink& reply, std::string_view id, ErrorCode code, std::string_view text,
                            std::string_view data) {
  writer_.clear();
  write_error(writer_, id, code, text, data);
  reply.respond(writer_.view(), code);
}

}  // namespace mcp::protocol
