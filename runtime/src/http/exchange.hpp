// One HTTP connection's requests and their answers, one at a time (2026-07-28 and 2025-11-25,
// basic/transports/streamable-http; 2024-11-05, basic/transports, "HTTP with SSE").
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "http/endpoint.hpp"
#include "http/request.hpp"
#include "http/response_writer.hpp"
#include "http/session.hpp"
#include "jsonrpc/message.hpp"
#include "jsonrpc/message_sink.hpp"
#include "requests/session.hpp"

namespace mcp::protocol::http {

/// What an access log says of a request beside what the transport knows. Kept until it is forgotten.
struct AccessLogEntry {
  std::string method;    // of JSON-RPC
  std::string name;      // of the tool
  std::string error;     // "tool", or the code of a JSON-RPC error; empty: it succeeded, or there was no answer
  std::string trace_id;  // of the trace context; empty: none
};

/// Reused from request to request. Everything is for its event loop, but what it overrides. It must be owned by a
/// shared_ptr, or by something that is: while a call is on its way, the exchange keeps that alive.
class Exchange final : public MessageSink, public StreamObserver, public SubscriptionObserver {
 public:
  /// `owner` owns the exchange and its reply.
  Exchange(Endpoint& endpoint, LoopResources& loop_resources, ResponseWriter& reply, bool take_notes)
      : endpoint_(endpoint), loop_resources_(loop_resources), reply_(reply), take_notes_(take_notes) {}
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange() = default;
  void set_owner(std::weak_ptr<void> owner) { owner_ = std::move(owner); }

  /// A request, when the answer to the one before is complete. The answer comes through the reply, now or later; tool
  /// calls wait for CallTable::submit().
  void take(const Request& request);
  /// Refuses a request whose body has not come yet, where that can be known: an answer through the reply, and true.
  [[nodiscard]] bool refuse_early(const Request& request);
  /// The client is gone, with or without its answer.
  void client_gone();
  /// Whether an answer is awaited of which nothing was sent.
  [[nodiscard]] bool waits() const noexcept { return state_ == State::Waiting; }
  /// The client sends nothing any more. Whether it still reads shows only when something is sent, in an event stream
  /// that may be opened for that: a modern client that is gone has cancelled its request.
  void probe(bool may_open);
  /// Now and then, while an answer is awaited.
  void tick(std::chrono::steady_clock::time_point now);
  /// The server is leaving: an event stream that no call belongs to ends.
  void leave();
  /// The client has taken what was written, after ResponseWriter::ready() had said that it had not.
  void sent();

  [[nodiscard]] const AccessLogEntry& note() const noexcept { return note_; }
  void forget_note() { note_ = {}; }

  // From any thread:
  void send(std::string_view message) override { respond(message, ErrorCode{}); }
  void respond(std::string_view message, ErrorCode code) override;
  void respond_now(std::string_view message, ErrorCode code) override;
  void notify(std::string_view message) override { post_notice(message, nullptr); }
  void ask(std::string_view message, std::shared_ptr<PendingReplies> pending) override {
    post_notice(message, std::move(pending));
  }
  [[nodiscard]] bool can_notify() const noexcept override { return takes_events_; }
  void abandon() override;
  void more() override;
  void on_available() override;

 private:
  enum class State : unsigned char {
    Idle,       // between requests
    Opening,    // a request is being taken: what is wrong with it is an error of HTTP, too
    Waiting,    // for the answer; nothing was sent yet
    Streaming,  // a response of events has begun
    Gone,       // the client is; the answer may still come
  };

  // Where requests go.
  void route(const Request& request);
  [[nodiscard]] bool admit(const Request& request);
  void post(const Request& request);
  void get(const Request& request);
  void remove(const Request& request);
  void open_sse(const Request& request);
  void post_message(const Request& request);
  void health(const Request& request);
  void tell_browser(const Request& request);
  [[nodiscard]] bool refuse_version(const Request& request);
  void refuse_verb(const Request& request, std::string_view allowed);

  // Where messages go.
  void handle_message(const Request& request, const Message& message);
  void handle_modern(const Request& request, const Message& message, const DeclaredRevision& declared);
  void handle_legacy(const Request& request, const Message& message);
  void take_initialize(const Request& request, const Message& message);
  void take_batch(const Request& request, Value batch);
  void handle_of_session(const Request& request, const Message& message, std::size_t index, MessageSink& reply,
                         std::size_t bytes);
  void take_elements(const Request& request, Value batch, MessageSink& reply);
  [[nodiscard]] bool find_session(const Request& request, std::string_view id, std::string_view message_id);
  [[nodiscard]] std::string mirror_problem(const Request& request, const Message& message, Mirroring mirroring) const;
  [[nodiscard]] static bool says_call(const Request& request);
  [[nodiscard]] bool refuse_call_for_rate(const Request& request);
  void refuse_for_rate(std::chrono::milliseconds wait);
  [[nodiscard]] bool make_session(const Request& request, std::shared_ptr<Session>& to);
  [[nodiscard]] bool call_admitted(const Request& request, const protocol::Request& rpc, DispatchContext& context);
  void take_note(const Request& request, const Message& message);
  void note_outcome(ErrorCode code, std::string_view message);

  // Answers.
  void dispatch(const protocol::Request& rpc, DispatchContext& context);
  void deliver(ErrorCode code, std::string_view message) noexcept;
  [[nodiscard]] bool try_run_here() noexcept;
  void post_answer(ErrorCode code, std::string_view message);
  void post_notice(std::string_view message, std::shared_ptr<PendingReplies> pending);
  [[nodiscard]] bool show_notice(std::string_view message, bool round_waits);
  void pass_on(ErrorCode code, std::string_view message);
  void fail() noexcept;
  void answer(unsigned status, std::string_view message, std::string_view fields);
  void write_event(std::string_view message);
  void end_without_answer();
  void ping(std::chrono::steady_clock::time_point now);
  void respond(unsigned status, std::string_view content_type, std::string_view body, std::string_view fields = {});
  void refuse(unsigned status, std::string_view text, std::string_view fields = {});
  void refuse_json(unsigned status, std::string_view id, ErrorCode code, std::string_view text,
                   std::string_view data = {});
  void accepted();
  void start_stream(std::string_view fields = {});
  [[nodiscard]] std::string_view with_origin(std::string_view fields);
  void open_stream();
  void open_legacy_stream();
  void attach();
  // listen.cpp
  void open_subscription(std::shared_ptr<Subscription> subscription);
  void show_news();
  void show_subscription();
  void finish();
  void trim() noexcept;
  void expect_answer();

  Endpoint& endpoint_;
  LoopResources& loop_resources_;
  ResponseWriter& reply_;
  const bool take_notes_;
  std::weak_ptr<void> owner_;

  State state_ = State::Idle;
  bool modern_ = false;
  bool takes_json_ = true;
  bool takes_events_ = false;
  bool answers_rpc_ = false;                       // to what is refused, too: the request was to be a message
  Call* call_ = nullptr;                           // modern: what the request became
  bool holds_back_ = false;                        // the status of the answer is not certain: nothing is sent before it
  std::string held_back_;                          // events, until then
  std::shared_ptr<Session> session_;               // legacy: the request's
  std::shared_ptr<Session> opening_;               // `initialize` is making it
  std::optional<StreamId> stream_;                 // of session_, shown here
  std::shared_ptr<Subscription> subscription_;     // the same, of no session
  bool ends_session_ = false;                      // the stream is the session's only way out
  std::shared_ptr<void> kept_;                     // the owner, while an answer is to come
  std::atomic<bool> answered_{false};              // send() or abandon() was called
  std::atomic<bool> lost_{false};                  // there was no memory for the answer
  std::atomic<unsigned> notices_{0};               // of notify() and ask(), on their way to the event loop
  std::atomic<std::size_t> notice_bytes_{0};       // of those
  std::chrono::steady_clock::time_point since_{};  // waiting, or the last event
  std::chrono::steady_clock::time_point pinged_{};  // or when the stream began
  std::optional<std::int64_t> ping_;                // the id of the last one
  std::string scratch_;
  std::string origin_fields_;  // what lets the page of a browser read the answer
  std::string fields_;
  AccessLogEntry note_;
};

}  // namespace mcp::protocol::http
