// Modern requests over HTTP: each stands alone, says everything about itself, and is cancelled when its client goes
// (2026-07-28, basic/transports/streamable-http).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "http/endpoint.hpp"
#include "http/exchange_response.hpp"
#include "http/reply_sink.hpp"
#include "http/request.hpp"
#include "jsonrpc/message.hpp"
#include "requests/declared_revision.hpp"
#include "subscriptions/subscriptions.hpp"

namespace mcp::protocol::http {

/// The part of an exchange that is for modern requests. Everything is for its event loop, but on_available(). What is
/// passed in outlives it, and belongs to the same exchange or its event loop.
class ModernExchange final : public SubscriptionObserver {
 public:
  ModernExchange(Endpoint& endpoint, LoopResources& loop_resources, ExchangeResponse& response, ReplySink& reply)
      : endpoint_(endpoint), loop_resources_(loop_resources), response_(response), reply_(reply) {}
  ModernExchange(const ModernExchange&) = delete;
  ModernExchange& operator=(const ModernExchange&) = delete;
  ~ModernExchange() = default;

  /// A message that is valid JSON-RPC, and what it declares.
  void handle(const Request& request, const Message& message, const DeclaredRevision& declared);
  /// A batch, which no modern revision has.
  void handle_batch(const Request& request);
  /// Whether a call was queued whose answer is still to come.
  [[nodiscard]] bool has_call() const noexcept { return call_ != nullptr; }

  /// The answer came; empty: there is none.
  void deliver(ErrorCode code, std::string_view message);
  /// A message before it; false if the client cannot see it.
  [[nodiscard]] bool show_notice(std::string_view message);
  /// Opens the event stream of the response, if it may be opened before the answer is known.
  void open_stream();

  /// The client has taken what was written.
  void on_sent() { show_subscription_if_ready(); }
  /// The server is leaving, and no call is under way.
  void leave();
  void client_gone();
  /// The response stream breaks off.
  void abort_stream();
  /// The response is complete.
  void release() noexcept;

  void on_available() override;

 private:
  void handle_request(const Request& request, const Message& message, const DeclaredRevision& declared);
  [[nodiscard]] bool check_revision(const Request& request, const Message& message, const DeclaredRevision& declared);
  void open_subscription(std::shared_ptr<Subscription> subscription);
  void show_subscription_if_ready();
  void show_subscription();

  Endpoint& endpoint_;
  LoopResources& loop_resources_;
  ExchangeResponse& response_;
  ReplySink& reply_;
  Call* call_ = nullptr;                        // what the request became, until its answer comes
  bool holds_back_ = false;                     // the status of the answer is not certain: nothing is sent before it
  std::string held_back_;                       // events, until then
  std::shared_ptr<Subscription> subscription_;  // what the request became instead
};

}  // namespace mcp::protocol::http
