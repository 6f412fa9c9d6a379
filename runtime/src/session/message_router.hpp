// What a message means in a legacy session, whatever carries it: a pipe, requests of HTTP, or a batch. Those who carry
// messages keep what differs between them: where answers go, and which requests they take that are of no session.
#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include <mcp/codec/value.hpp>

#include "jsonrpc/batch.hpp"
#include "jsonrpc/errors.hpp"
#include "jsonrpc/message.hpp"
#include "jsonrpc/message_sink.hpp"
#include "methods/dispatcher.hpp"
#include "requests/declared_revision.hpp"
#include "requests/session.hpp"

namespace mcp::protocol {

/// What the receiver of a message has to do with it. Views live until the next message is read.
struct RoutedMessage {
  enum class Kind : unsigned char {
    Handled,    ///< nothing: the session has taken it, or it means nothing
    Cancelled,  ///< cancel the request `id`
    Request,    ///< dispatch it, see bind_to_session(), unless it declares a revision of its own
    Refused,    ///< answer with an error of `code` that says `problem`
  };
  Kind kind = Kind::Handled;
  ErrorCode code{};
  std::string_view problem = {};
  std::string_view id = {};      // JSON
  std::string_view reason = {};  // of the cancellation, as the client says it; empty: none
};

/// Routes one message, the element `index` of a batch or MessageReader::kAlone, which `reader` has read. `declared` is
/// the revision that it declares. `session` takes a response and `notifications/initialized`. For the receiving thread
/// of the session.
[[nodiscard]] RoutedMessage route_message(const Message& message, const DeclaredRevision& declared, std::size_t index,
                                          Session& session, MessageReader& reader);

/// Makes `request` one of the session, and `context` its context.
void bind_to_session(Request& request, DispatchContext& context, Session& session);

/// Gives each message of a batch that is not empty to `handle(message, index, reply)`, and what they are answered to
/// `to` as one array. A message that cannot be handled for want of memory stays without an answer; the others have
/// theirs.
template <class Handle>
void route_batch(Value batch, MessageReader& reader, const Dispatcher& dispatcher, MessageSink& to, Handle&& handle) {
  Batch& answers = Batch::open(to, dispatcher.limits().max_batch_answer, dispatcher.held_answers());
  ArrayCursor cursor(batch);
  Value element;
  for (std::size_t i = 0; cursor.next(element); ++i) {
    bool owed = false;
    try {
      const Message message = reader.read(element, i);
      owed = message.kind == MessageKind::Request || message.kind == MessageKind::Invalid;
      if (owed) answers.expect_one();
      handle(message, i, static_cast<MessageSink&>(answers));
    } catch (const std::exception&) {
      if (owed) answers.abandon();
    }
  }
  answers.abandon();
}

}  // namespace mcp::protocol
