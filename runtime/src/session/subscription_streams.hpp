// The subscriptions of one peer on an ordered stream of messages, which they share.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "jsonrpc/message_sink.hpp"
#include "subscriptions/subscriptions.hpp"

namespace mcp::protocol {

/// Everything is for one thread at a time, the receiving thread; what changed is sent by the thread that changed it.
/// The outbox outlives it.
class SubscriptionStreams {
 public:
  explicit SubscriptionStreams(MessageSink& outbox) : outbox_(outbox) {}
  /// From now on nothing is sent.
  ~SubscriptionStreams();
  SubscriptionStreams(const SubscriptionStreams&) = delete;
  SubscriptionStreams& operator=(const SubscriptionStreams&) = delete;

  /// Whether a subscription is open that a request of this id opened.
  [[nodiscard]] bool has(std::string_view id) const;
  /// Shows a subscription from now on; `id` is the request's, empty for the session's own.
  void take(std::string_view id, std::shared_ptr<Subscription> subscription);
  /// Closes the session's own; nothing is sent.
  void drop_session();
  /// The client ends the one that it opened by that id; an unknown id is ignored.
  void cancel(std::string_view id);
  /// The outbox was congested, and is not any more.
  void flush();
  /// The server ends all of them.
  void end();

 private:
  class Observer;

  MessageSink& outbox_;
  std::vector<std::shared_ptr<Observer>> observers_;
};

}  // namespace mcp::protocol
