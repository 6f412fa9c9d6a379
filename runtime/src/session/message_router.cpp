#include "session/message_router.hpp"

#include "requests/refusals.hpp"
#include "subscriptions/subscriptions.hpp"

namespace mcp::protocol {

namespace {

const std::string& not_initialized() {
  static const std::string text = "Not initialized: " + ways_to_be_served();
  return text;
}

RoutedMessage refused(ErrorCode code, std::string_view problem) {
  return {.kind = RoutedMessage::Kind::Refused, .code = code, .problem = problem};
}

RoutedMessage route_notification(const Message& message, std::size_t index, Session& session, MessageReader& reader) {
  if (message.method == "notifications/initialized" && session.revision) {
    session.initialized = true;
    session.client->ready = true;
    session.subscription->start();
  } else if (message.method == "notifications/cancelled" && message.params &&
             message.params->kind() == JsonKind::Object) {
    const std::string_view id = reader.read_request_id(*message.params, index);
    if (id.empty()) return {};
    return {.kind = RoutedMessage::Kind::Cancelled, .id = id, .reason = text_member(*message.params, "reason")};
  }
  return {};
}

RoutedMessage route_request(const Message& message, const DeclaredRevision& declared, const Session& session) {
  if (message.params && message.params->kind() != JsonKind::Object) {
    return refused(ErrorCode::InvalidParams, "Invalid params: params must be an object");
  }
  if (declared.kind == DeclaredRevision::Kind::Malformed) return refused(ErrorCode::InvalidParams, declared.problem);
  if (declared.kind == DeclaredRevision::Kind::Legacy && !session.revision && message.method != "initialize" &&
      message.method != "ping") {
    return refused(ErrorCode::InvalidParams, not_initialized());
  }
  return {.kind = RoutedMessage::Kind::Request};
}

}  // namespace

RoutedMessage route_message(const Message& message, const DeclaredRevision& declared, std::size_t index,
                            Session& session, MessageReader& reader) {
  switch (message.kind) {
    case MessageKind::Request:
      return route_request(message, declared, session);
    case MessageKind::Notification:
      return route_notification(message, index, session, reader);
    case MessageKind::Response:
      if (session.client) session.client->outgoing.answer(message.id, reply_of(message));
      return {};
    case MessageKind::Invalid:
      break;
  }
  return refused(ErrorCode::InvalidRequest, message.problem);
}

void bind_to_session(Request& request, DispatchContext& context, Session& session) {
  request.revision = session.revision ? *session.revision : newest_legacy();
  request.client = session.client ? &session.client : nullptr;
  context.session = &session;
}

}  // namespace mcp::protocol
