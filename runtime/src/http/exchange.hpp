// One HTTP connection's requests and their answers, one at a time.
#pragma once

#include <chrono>
#include <memory>
#include <string_view>
#include <utility>

#include "http/access_log_entry.hpp"
#include "http/endpoint.hpp"
#include "http/exchange_response.hpp"
#include "http/legacy_exchange.hpp"
#include "http/modern_exchange.hpp"
#include "http/reply_sink.hpp"
#include "http/request.hpp"
#include "http/response_writer.hpp"

namespace mcp::protocol::http {

/// Reused from request to request: refuses what is not for anybody, finds out what a request is for and of which era,
/// and hands it to its ModernExchange or LegacyExchange. Everything is for its event loop. It must be owned by a
/// shared_ptr, or by something that is: while a call is on its way, the exchange keeps that alive.
class Exchange final : private ReplyReceiver, private ResponseObserver {
 public:
  /// `owner` owns the exchange and its `writer`. `logs_requests`: log_entry() is asked for.
  Exchange(Endpoint& endpoint, LoopResources& loop_resources, ResponseWriter& writer, bool logs_requests);
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange() = default;
  void set_owner(std::weak_ptr<void> owner) { reply_.set_owner(std::move(owner)); }

  /// Handles a request, when the answer to the one before is complete. The answer comes through the writer, now or
  /// later; tool calls wait for CallTable::submit().
  void take(Request request);
  /// Refuses a request whose body has not come yet, where that can be known: an answer through the writer, and true.
  [[nodiscard]] bool refuse_early(Request request);
  /// The client is gone, with or without its answer.
  void client_gone();
  /// Whether an answer is awaited of which nothing was sent.
  [[nodiscard]] bool waits() const noexcept { return response_.state() == ExchangeResponse::State::Waiting; }
  /// The client sends nothing any more. Whether it still reads shows only when something is sent, in an event stream
  /// that may be opened for that: a modern client that is gone has cancelled its request.
  void probe(bool may_open);
  /// Call it now and then, while an answer is awaited.
  void tick(std::chrono::steady_clock::time_point now);
  /// The server is leaving: an event stream that no call belongs to ends.
  void leave();
  /// The client has taken what was written, after ResponseWriter::ready() had said that it had not.
  void sent();

  /// What the access log says of the last requests, until it is forgotten.
  [[nodiscard]] const AccessLogEntry& log_entry() const noexcept { return log_entry_; }
  void forget_log_entry() { log_entry_ = {}; }

 private:
  void on_answer(ErrorCode code, std::string_view message) noexcept override;
  [[nodiscard]] bool on_notice(std::string_view message, bool is_awaited) override;
  void on_complete() noexcept override;

  void route(Request& request);
  /// Handles a request whose sender is known, and whose session this server knows, if any does.
  void handle(const Request& request);
  /// Whether another server may know the session that the request names.
  [[nodiscard]] bool names_session_of_others(const Request& request);
  /// Asks for that session, and handles the request then.
  void look_up_session(const Request& request);
  void on_session_found(const Request& request, const std::optional<VersionedSession>& session, bool failed);
  void give_up_lookup();
  /// Why the request is refused by its headers, if it is. Sets its principal.
  [[nodiscard]] std::optional<Refusal> check_sender(Request& request);
  /// False after refusing the request.
  [[nodiscard]] bool begin(const Request& request, const std::optional<Refusal>& refusal);
  [[nodiscard]] bool refuse_for_rate(const Request& request);
  void handle_body(const Request& request);
  void handle_batch(const Request& request, Value batch);
  void handle_message(const Request& request, const Message& message);
  void answer_health();
  void open_stream();
  void fail() noexcept;

  Endpoint& endpoint_;
  LoopResources& loop_resources_;
  const bool logs_;
  AccessLogEntry log_entry_;
  Authorization authorization_;  // of the request
  ExchangeResponse response_;
  ReplySink reply_;
  ModernExchange modern_;
  LegacyExchange legacy_;
  std::uint64_t lookups_ = 0;  // how often sessions were looked for
  bool is_modern_ = false;     // which of the two has the request
  bool looks_up_ = false;      // neither has it yet: its session is looked for
};

}  // namespace mcp::protocol::http
