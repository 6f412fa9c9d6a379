// Requests of clients with sessions over HTTP: their messages and batches, their event streams, and HTTP+SSE
// (2025-11-25, basic/transports, "Streamable HTTP"; 2024-11-05, basic/transports, "HTTP with SSE").
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <mcp/event_store.hpp>

#include "http/access_log_entry.hpp"
#include "http/endpoint.hpp"
#include "http/exchange_response.hpp"
#include "http/reply_sink.hpp"
#include "http/request.hpp"
#include "http/session.hpp"
#include "jsonrpc/message.hpp"

namespace mcp::protocol::http {

/// The part of an exchange that is for legacy requests. Everything is for its event loop, but more() and
/// on_available(). What is passed in outlives it, and belongs to the same exchange or its event loop.
class LegacyExchange final : public StreamObserver {
 public:
  /// `log_entry` is null where there is no access log.
  LegacyExchange(Endpoint& endpoint, LoopResources& loop_resources, AccessLogEntry* log_entry,
                 ExchangeResponse& response, ReplySink& reply)
      : endpoint_(endpoint),
        loop_resources_(loop_resources),
        log_entry_(log_entry),
        response_(response),
        reply_(reply) {}
  LegacyExchange(const LegacyExchange&) = delete;
  LegacyExchange& operator=(const LegacyExchange&) = delete;
  ~LegacyExchange() = default;

  // What a request can be:
  void handle(const Request& request, const Message& message, const DeclaredRevision& declared);
  void handle_batch(const Request& request, Value batch);
  void open_session_stream(const Request& request);
  void end_session(const Request& request);
  void open_sse_stream(const Request& request);
  void handle_sse_message(const Request& request);

  /// The answer came; empty: there is none.
  void deliver(std::string_view message);
  /// A message before it; false if the client cannot see it. `is_awaited`: it is a request.
  [[nodiscard]] bool show_notice(std::string_view message, bool is_awaited);
  /// Opens the event stream of the response, unless the session has as many as it may.
  void open_stream();

  /// The client has taken what was written.
  void on_sent();
  void tick(std::chrono::steady_clock::time_point now);
  /// The server is leaving, and no call is under way.
  void leave();
  void client_gone();
  /// The response stream breaks off.
  void abort_stream();
  /// The response is complete.
  void release() noexcept;

  void more() override;
  void on_available() override;

 private:
  struct Received;
  /// A stream that another server began.
  struct Mirrored {
    EventId after;  // what the client saw last, before this request
    bool is_reading = false;
    std::chrono::steady_clock::time_point read_at{};  // when it was read last
  };

  [[nodiscard]] bool find_session(const Request& request, std::string_view message_id);
  /// Other servers must know the session before its client does.
  void share_opening(std::string_view answer);
  void publish_opening(std::string_view answer);
  [[nodiscard]] bool make_session(const Request& request, std::shared_ptr<Session>& to);
  [[nodiscard]] bool refuse_version(const Request& request);
  void initialize(const Request& request, const Message& message);
  void handle_of_session(Received&& received);
  void handle_elements(const Request& request, Value batch, MessageSink& reply);
  void handle_sse_value(const Request& request, Value root, StreamId way_out);
  void show_stream(StreamId stream, EventStreams::Attached attached);
  void look_up_stream(EventId after);
  void read_stream(std::uint64_t after);
  void on_stream_read(const std::optional<StreamPart>& part);
  void on_stream_found(const std::optional<StreamPart>& part);
  void read_on(const std::vector<StreamEvent>& shown);
  void show_general_stream();
  void lose_stream();
  void tick_mirrored(std::chrono::steady_clock::time_point now);
  void write_events();
  void show_changes();
  void ping(std::chrono::steady_clock::time_point now);

  Endpoint& endpoint_;
  LoopResources& loop_resources_;
  AccessLogEntry* const log_entry_;
  ExchangeResponse& response_;
  ReplySink& reply_;
  std::shared_ptr<Session> session_;                // the request's
  std::shared_ptr<Session> opening_;                // `initialize` is making it
  std::optional<StreamId> stream_;                  // of session_, shown here
  std::optional<Mirrored> mirrored_;                // that stream, or the one that is looked for
  std::uint64_t reads_ = 0;                         // how often a store of events was read
  bool ends_session_ = false;                       // the session ends with the stream: HTTP+SSE
  std::chrono::steady_clock::time_point pinged_{};  // when the last ping was sent, or the stream began
  std::optional<std::int64_t> ping_;                // the id of the last one
};

}  // namespace mcp::protocol::http
