#include "session/message_router.hpp"

#include "requests/refusals.hpp"
#include "subscriptions/subscriptions.hpp"

namespace mcp::protocol {

namespace {

RoutedMessage refused(ErrorCode code, std::string_view problem) {
  return {.kind = RoutedMessage::Kind::Refused, .code = code, .problem = std::string(problem)};
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

RoutedMessage route_request(const Message& message, const Session& session) {
  if (message.params && message.params->kind() != JsonKind::Object) {
    return refused(ErrorCode::InvalidParams, "Invalid params: params must be an object");
  }
  RoutedMessage routed{.kind = RoutedMessage::Kind::Request, .declared = read_declared_revision(message.params)};
  if (routed.declared.kind == DeclaredRevision::Kind::Malformed) {
    return refused(ErrorCode::InvalidParams, routed.declared.problem);
  }
  const bool is_known_before = message.method == "initialize" || message.method == "ping";
  if (routed.declared.kind == DeclaredRevision::Kind::Legacy && !session.revision && !is_known_before) {
    return refused(ErrorCode::InvalidParams, "Not initialized: " + ways_to_be_served());
  }
  return routed;
}

}  // namespace

RoutedMessage route_message(const Message& message, std::size_t index, Session& session, MessageReader& reader) {
  switch (message.kind) {
    case MessageKind::Request:
      return route_request(message, session);
    case MessageKind::Notification:
      return route_notification(message, index, session, reader);
    case MessageKind::Response:
      if (session.client) session.client->line.answer(message.id, reply_of(message));
      return {};
    case MessageKind::Invalid:
      break;
  }
  RoutedMessage routed = refused(ErrorCode::InvalidRequest, message.problem);
  routed.declared = read_declared_revision(message.params);
  return routed;
}

void bind_to_session(Request& request, DispatchContext& context, Session& session) {
  request.revision = session.revision.value_or(newest_legacy());
  request.client = session.client ? &session.client : nullptr;
  context.session = &session;
}

}  // namespace mcp::protocol
