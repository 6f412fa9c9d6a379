#include "session/message_router.hpp"

#include "requests/refusals.hpp"
#include "subscriptions/subscriptions.hpp"

namespace mcp::protocol {

namespace {

const std::string& not_initialized() {
  static const std::string text = "Not initialized: " + ways_to_be_served();
  return text;
}

void refuse(RoutedMessage& routed, ErrorCode code, std::string_view problem) {
  routed.kind = RoutedMessage::Kind::Refused;
  routed.code = code;
  routed.problem = problem;
}

void route_notification(const Message& message, std::size_t index, Session& session, MessageReader& reader,
                        RoutedMessage& routed) {
  if (message.method == "notifications/initialized" && session.revision) {
    session.initialized = true;
    session.client->ready = true;
    session.subscription->start();
  } else if (message.method == "notifications/cancelled" && message.params &&
             message.params->kind() == JsonKind::Object) {
    const std::string_view id = reader.read_request_id(*message.params, index);
    if (id.empty()) return;
    routed.kind = RoutedMessage::Kind::Cancelled;
    routed.id = id;
    routed.reason = text_member(*message.params, "reason");
  }
}

void route_request(const Message& message, const Session& session, RoutedMessage& routed) {
  if (message.params && message.params->kind() != JsonKind::Object) {
    return refuse(routed, ErrorCode::InvalidParams, "Invalid params: params must be an object");
  }
  routed.kind = RoutedMessage::Kind::Request;
  read_declared_revision(message.params, routed.declared);
  switch (routed.declared.kind) {
    case DeclaredRevision::Kind::Malformed:
      return refuse(routed, ErrorCode::InvalidParams, routed.declared.problem);
    case DeclaredRevision::Kind::Legacy:
      if (session.revision || message.method == "initialize" || message.method == "ping") return;
      return refuse(routed, ErrorCode::InvalidParams, not_initialized());
    case DeclaredRevision::Kind::Modern:
    case DeclaredRevision::Kind::Unsupported:
      return;
  }
}

}  // namespace

void route_message(const Message& message, std::size_t index, Session& session, MessageReader& reader,
                   RoutedMessage& routed) {
  switch (message.kind) {
    case MessageKind::Request:
      return route_request(message, session, routed);
    case MessageKind::Notification:
      return route_notification(message, index, session, reader, routed);
    case MessageKind::Response:
      if (session.client) session.client->outgoing.answer(message.id, reply_of(message));
      return;
    case MessageKind::Invalid:
      refuse(routed, ErrorCode::InvalidRequest, message.problem);
      return read_declared_revision(message.params, routed.declared);
  }
}

void bind_to_session(Request& request, DispatchContext& context, Session& session) {
  request.revision = session.revision ? *session.revision : newest_legacy();
  request.client = session.client ? &session.client : nullptr;
  context.session = &session;
}

}  // namespace mcp::protocol
