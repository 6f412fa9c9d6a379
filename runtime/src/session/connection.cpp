#include "session/connection.hpp"

#include <cstdint>
#include <exception>
#include <string>

#include "jsonrpc/batch.hpp"
#include "requests/refusals.hpp"

namespace mcp::protocol {

Connection::Connection(const Dispatcher& dispatcher, MessageSink& outbox, Executor& executor, std::optional<Rate> rate)
    : dispatcher_(dispatcher),
      outbox_(outbox),
      executor_(executor),
      calls_(dispatcher.calls()),
      name_("connection " + std::to_string(reinterpret_cast<std::uintptr_t>(this))),
      listening_(outbox) {
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
  take(reader_.read(root), MessageReader::kAlone, outbox_, false);
}

void Connection::receive_batch(Value batch) {
  if (const std::string problem = batch_problem(batch, session_.revision, dispatcher_.limits()); !problem.empty()) {
    return send_error(outbox_, id_of_unread(), ErrorCode::InvalidRequest, problem);
  }
  request_bytes_ = request_bytes_ / batch.size() + 1;
  Batch& answers = Batch::open(outbox_, dispatcher_.limits().max_batch_answer, dispatcher_.held_answers());
  ArrayCursor cursor(batch);
  Value element;
  bool patient = true;  // as long as it helps: what stands behind slow calls must not wait for them
  for (std::size_t i = 0; cursor.next(element); ++i) {
    bool owed = false;
    try {
      const Message message = reader_.read(element, i);
      owed = message.kind == MessageKind::Request || message.kind == MessageKind::Invalid;
      if (owed) answers.expect_one();
      if (message.kind == MessageKind::Request) patient = patient && wait_for_capacity();
      take(message, i, answers, true);
    } catch (const std::exception&) {
      if (owed) answers.abandon();  // no memory: the others are answered all the same
    }
  }
  answers.abandon();
}

void Connection::refuse(std::string_view why) { send_error(outbox_, id_of_unread(), ErrorCode::InvalidRequest, why); }

void Connection::refuse_for_want_of_memory() noexcept {
  try {
    send_error(outbox_, id_of_unread(), ErrorCode::InternalError, "The server has no memory for the message");
  } catch (...) {
    // Nothing can be said.
  }
}

void Connection::take(const Message& message, std::size_t index, MessageSink& reply, bool in_batch) {
  switch (message.kind) {
    case MessageKind::Request:
      return take_request(message, reply, in_batch);
    case MessageKind::Notification:
      return take_notification(message, index);
    case MessageKind::Response:
      if (session_.client) session_.client->line.answer(message.id, reply_of(message));
      return;
    case MessageKind::Invalid: {
      const bool modern = read_declared_revision(message.params).kind == DeclaredRevision::Kind::Modern;
      const std::string_view unknown = modern ? unknown_id(Revision::V2026_07_28) : id_of_unread();
      return send_error(reply, message.id.empty() ? unknown : message.id, ErrorCode::InvalidRequest, message.problem);
    }
  }
}

void Connection::take_request(const Message& message, MessageSink& reply, bool in_batch) {
  if (message.params && message.params->kind() != JsonKind::Object) {
    return send_error(reply, message.id, ErrorCode::InvalidParams, "Invalid params: params must be an object");
  }
  const DeclaredRevision declared = read_declared_revision(message.params);
  Request request{Revision::V2026_07_28, message.id, message.method, message.params,
                  declared.meta,         &reply,     request_bytes_, this};
  DispatchContext context{.writer = writer_, .calls = calls_, .session = nullptr, .peer = name_, .one_channel = true};
  switch (declared.kind) {
    case DeclaredRevision::Kind::Malformed:
      return dispatcher_.refuse(request, context, ErrorCode::InvalidParams, declared.problem);
    case DeclaredRevision::Kind::Unsupported:
      // Some clients of sessions say it all the same.
      if (session_.revision && declared.requested == name_of(*session_.revision)) break;
      return send_error(reply, message.id, ErrorCode::UnsupportedProtocolVersion, kUnsupportedVersion,
                        unsupported_version_data(declared.requested));
    case DeclaredRevision::Kind::Modern:
      modern_seen_ = true;
      if (in_batch) {
        return dispatcher_.refuse(request, context, ErrorCode::InvalidRequest,
                                  "Invalid request: revision 2026-07-28 has no batches");
      }
      return listen(request, context);
    case DeclaredRevision::Kind::Legacy:
      break;
  }
  if (!session_.revision && message.method != "initialize" && message.method != "ping") {
    return dispatcher_.refuse(request, context, ErrorCode::InvalidParams, kTwoWaysIn);
  }
  request.revision = session_.revision.value_or(kNewestLegacy);
  request.client = session_.client ? &session_.client : nullptr;
  context.session = &session_;
  // A process that a bridge started serves one client after the other, or many at once.
  context.may_start_over = !in_batch;
  const std::shared_ptr<Subscription> subscription = session_.subscription;
  dispatch(request, context);
  if (session_.subscription != subscription) {
    listening_.drop_session();
    listening_.take({}, session_.subscription);
  }
}

void Connection::dispatch(const Request& request, DispatchContext& context) {
  if (bucket_ && dispatcher_.runs_handler(request.method)) {
    if (const auto wait = bucket_->take()) return dispatcher_.refuse_for_rate(request, context, *wait);
  }
  dispatcher_.dispatch(request, context);
}

/// A modern request, which may become a subscription.
void Connection::listen(const Request& request, DispatchContext& context) {
  // An answer with this id would say that the subscription has ended.
  if (listening_.has(request.id)) {
    return dispatcher_.refuse(request, context, ErrorCode::InvalidRequest,
                              "Invalid request: a subscription of this id is open already; choose another one");
  }
  dispatch(request, context);
  if (context.opened != nullptr) listening_.take(request.id, std::move(context.opened));
}

void Connection::take_notification(const Message& message, std::size_t index) {
  if (message.method == "notifications/cancelled") {
    if (!message.params || message.params->kind() != JsonKind::Object) return;
    const std::string_view id = reader_.read_request_id(*message.params, index);
    if (id.empty()) return;
    calls_.cancel(this, id, text_member(*message.params, "reason"));
    listening_.cancel(id);
  } else if (message.method == "notifications/initialized" && session_.revision) {
    session_.initialized = true;
    session_.client->ready = true;
    session_.subscription->start();
  }
}

void Connection::send_error(MessageSink& reply, std::string_view id, ErrorCode code, std::string_view text,
                            std::string_view data) {
  writer_.clear();
  write_error(writer_, id, code, text, data);
  reply.respond(writer_.view(), code);
}

}  // namespace mcp::protocol
