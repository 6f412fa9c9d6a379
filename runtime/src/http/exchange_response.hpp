// The response to the request of an exchange: in one piece or as an event stream, with a body, empty, or an error.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "http/access_log_entry.hpp"
#include "http/endpoint.hpp"
#include "http/request.hpp"
#include "http/response_writer.hpp"
#include "http/router.hpp"
#include "jsonrpc/errors.hpp"

namespace mcp::protocol::http {

/// Learns that a response is complete.
class ResponseObserver {
 public:
  /// On the event loop, in the midst of the function that completed the response.
  virtual void on_complete() noexcept = 0;

 protected:
  ~ResponseObserver() = default;
};

/// Reused from request to request. Everything is for the event loop.
class ExchangeResponse {
 public:
  /// ```
  ///   Idle ── begin() ──▶ Opening ── wait() ──▶ Waiting
  ///                          │                     │
  ///                          └──── open_stream() ──┴──▶ Streaming ── give_up_stream() ──▶ Gone
  ///   Opening, Waiting, Streaming ── give_up() ──▶ Gone
  ///   any ── finish() ──▶ Idle
  /// ```
  /// All of them on the event loop. A response of one piece has no state of its own: it is complete at once.
  /// Every function that completes a response calls finish().
  enum class State : std::uint8_t {
    Idle,       ///< between requests
    Opening,    ///< a request is being handled: what is wrong with it is an error of HTTP, too
    Waiting,    ///< for the answer; nothing was sent yet
    Streaming,  ///< a response of events has begun
    Gone,       ///< the client is gone; the answer may still come
  };

  /// `log_entry` is null where there is no access log.
  ExchangeResponse(ResponseWriter& writer, LoopResources& loop_resources, AccessLogEntry* log_entry,
                   ResponseObserver& observer)
      : writer_(writer), loop_resources_(loop_resources), log_entry_(log_entry), observer_(observer) {}
  ExchangeResponse(const ExchangeResponse&) = delete;
  ExchangeResponse& operator=(const ExchangeResponse&) = delete;
  ~ExchangeResponse() = default;

  /// Idle → Opening. `is_json_rpc`: refusals are errors of JSON-RPC.
  void begin(const Request& request, bool is_json_rpc);
  /// The page of a browser may read the response.
  void allow_origin(const Request& request) { append_cors_fields(request, origin_fields_); }

  [[nodiscard]] State state() const noexcept { return state_; }
  [[nodiscard]] bool is_streaming() const noexcept { return state_ == State::Streaming; }
  /// Whether it is Opening or Waiting: nothing was sent.
  [[nodiscard]] bool is_pending() const noexcept { return state_ == State::Opening || state_ == State::Waiting; }
  [[nodiscard]] bool takes_json() const noexcept { return takes_json_; }
  [[nodiscard]] bool takes_events() const noexcept { return takes_events_; }

  // In one piece:
  void respond(unsigned status, std::string_view content_type, std::string_view body, std::string_view fields = {});
  void refuse(unsigned status, std::string_view text, std::string_view fields = {});
  void refuse(const Refusal& refusal);
  /// An error of JSON-RPC about the message of that id, as JSON; empty: it has none.
  void refuse_message(unsigned status, std::string_view id, ErrorCode code, std::string_view text,
                      std::string_view data = {});
  void refuse_for_rate(std::chrono::milliseconds wait);
  void refuse_verb(std::string_view allow);
  void accept() { respond(202, {}, {}); }
  void wait() noexcept { state_ = State::Waiting; }
  /// The one message that the request is answered with, in one piece, as the only event, or as the last one of the
  /// stream. Empty: there is none.
  void complete(unsigned status, std::string_view message, std::string_view fields = {});

  // As a stream of events:
  void open_stream(std::string_view fields = {});
  /// One or more whole events.
  void write(std::string_view events);
  /// One message as an event without an id.
  void write_message(std::string_view message);
  void end_stream(bool and_connection = false);
  /// Ends the stream, but not the exchange: the answer is still to come, and is nobody's here.
  void give_up_stream();
  /// See ResponseWriter.
  [[nodiscard]] bool ready() const { return writer_.ready(); }
  [[nodiscard]] bool congested() { return writer_.congested(); }
  /// Writes a comment, which shows whether the client still reads.
  void write_comment() { writer_.write(":\n\n"); }
  /// A text to write events in; its memory is kept from use to use.
  [[nodiscard]] std::string& scratch() noexcept { return scratch_; }
  /// Gives that memory back if it is much: there are many connections.
  void trim() noexcept;

  /// Since when the answer is awaited, or the last event was written.
  [[nodiscard]] std::chrono::steady_clock::time_point since() const noexcept { return since_; }
  void touch() noexcept { since_ = loop_resources_.loop.now(); }

  /// The client is gone. False if that is known, or there is no request.
  [[nodiscard]] bool give_up() noexcept;
  /// Something could not be done, for want of memory most likely: the client learns that as well as it still can.
  void fail();
  /// The response is complete, or nobody waits for it. Any state → Idle.
  void finish() noexcept;

 private:
  [[nodiscard]] std::string_view with_origin(std::string_view fields);
  void answer(unsigned status, std::string_view message, std::string_view fields);
  void log_error(ErrorCode code);

  ResponseWriter& writer_;
  LoopResources& loop_resources_;
  AccessLogEntry* const log_entry_;
  ResponseObserver& observer_;
  State state_ = State::Idle;
  bool takes_json_ = true;
  bool takes_events_ = false;
  bool is_json_rpc_ = false;
  std::chrono::steady_clock::time_point since_{};
  std::string scratch_;
  std::string origin_fields_;  // what lets the page of a browser read the answer
  std::string fields_;         // those and others
};

}  // namespace mcp::protocol::http
