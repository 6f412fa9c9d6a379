// One peer on an ordered stream of messages, like a client on the other end of a pipe: decides the era of each message
// and answers it. Sans-I/O: bytes come in by receive(), answers go out through a MessageSink, tools run on an
// Executor.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <mcp/codec/writer.hpp>

#include "base/rate_limit.hpp"
#include "calls/call_table.hpp"
#include "codec/document.hpp"
#include "jsonrpc/message.hpp"
#include "jsonrpc/message_sink.hpp"
#include "methods/dispatcher.hpp"
#include "requests/session.hpp"
#include "scheduling/executor.hpp"
#include "session/subscription_streams.hpp"

namespace mcp::protocol {

/// Who a connection's messages come from.
struct ConnectionIdentity {
  std::string principal{};  // empty: not authenticated
  std::string address{};    // clients of one address share limits; empty: there is only one client
};

/// All functions are for one thread at a time, the receiving thread. Dispatcher, outbox and executor outlive the
/// connection; every job that it has submitted must have run before it is destroyed.
class Connection {
 public:
  /// `rate` limits the requests that run a handler; nothing: there is no limit.
  Connection(const Dispatcher& dispatcher, MessageSink& outbox, Executor& executor,
             std::optional<Rate> rate = std::nullopt, ConnectionIdentity identity = {});

  /// One whole message, behind which kJsonPadding bytes must be readable. Everything but tool calls is answered before
  /// it returns; tool calls are queued until submit_queued(). Keeps no reference to the bytes.
  void receive(std::string_view message);

  /// Submits the tool calls queued since the last time, as one chain. Call it when no further message is at hand.
  void submit_queued() { calls_.submit(executor_); }

  /// For a transport with more messages at hand: where the next tool call would be refused because there are too many,
  /// submits those that are queued and waits a moment. False if that did not help; then it will not help soon.
  [[nodiscard]] bool wait_for_capacity() {
    if (!calls_.full()) return true;
    submit_queued();
    return !calls_.full() || executor_.wait_for_capacity();
  }

  /// Answers a message that the transport had to drop unread.
  void refuse(std::string_view why);

  /// Answers a message that could not be read for want of memory, if that is possible.
  void refuse_for_want_of_memory() noexcept;

  /// The outbox was congested, and is not any more: what waited goes out.
  void flush() { subscriptions_.flush(); }

  /// The server is going away: subscriptions end, and answers of users are not waited for. Handlers go on.
  void leave() {
    subscriptions_.end();
    calls_.stop_asking();
  }

  /// Asks running handlers to stop, as the peer is going away; what they still answer is sent. Subscriptions end.
  void stop() {
    subscriptions_.end();
    calls_.stop();
  }
  /// See CallTable::close_executors(). When the grace time for handlers is over.
  bool close_executors() noexcept { return calls_.close_executors(); }

  /// The peer is gone: handlers whose answers would go to it are asked to stop, and tasks go on. Subscriptions end.
  void close() {
    subscriptions_.end();
    calls_.on_client_gone();
  }

  /// Whether no handler runs or waits: then nothing uses the outbox but receive(), flush(), stop() and subscriptions.
  [[nodiscard]] bool idle() noexcept { return calls_.idle(); }

 private:
  void receive_batch(Value batch);
  /// Handles the element `index` of a batch, or a message alone.
  void handle(const Message& message, std::size_t index, MessageSink& reply);
  void handle_request(const Message& message, const DeclaredRevision& declared, bool in_batch, MessageSink& reply);
  void handle_modern(const Request& request, DispatchContext& context, bool in_batch);
  void handle_of_session(Request& request, DispatchContext& context);
  void dispatch(const Request& request, DispatchContext& context);
  void send_error(MessageSink& reply, std::string_view id, ErrorCode code, std::string_view text,
                  std::string_view data = {});
  /// The id of an error about a message that cannot be read.
  [[nodiscard]] std::string_view id_of_unread() const {
    return unknown_id(session_.revision ? session_.revision : modern_seen_);
  }

  const Dispatcher& dispatcher_;
  MessageSink& outbox_;
  Executor& executor_;
  Document document_;
  MessageReader reader_;
  Session session_;
  std::optional<Revision> modern_seen_;  // what the last modern message declared
  std::size_t request_bytes_ = 0;        // of the message, or the share of each in its batch
  Writer writer_;
  CallTable calls_;
  std::optional<TokenBucket> bucket_;
  const std::string name_;  // tells it from other connections
  const ConnectionIdentity identity_;
  SubscriptionStreams subscriptions_;
};

}  // namespace mcp::protocol
