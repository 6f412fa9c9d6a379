// The way back of a request over HTTP: handlers on any thread put messages in, the event loop of the exchange takes
// them out.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "base/byte_budget.hpp"
#include "http/serial_executor.hpp"
#include "jsonrpc/errors.hpp"
#include "jsonrpc/message_sink.hpp"

namespace mcp::protocol::http {

/// Takes what comes out of a ReplySink, on the event loop.
class ReplyReceiver {
 public:
  /// The answer to the request, once; empty: there is none. `code` is that of an error.
  virtual void on_answer(ErrorCode code, std::string_view message) noexcept = 0;
  /// A message before the answer. False if the client cannot see it. `is_awaited`: it is a request whose response a
  /// handler waits for.
  [[nodiscard]] virtual bool on_notice(std::string_view message, bool is_awaited) = 0;

 protected:
  ~ReplyReceiver() = default;
};

/// Reused from request to request. Functions of MessageSink are for any thread, the others for the event loop. An
/// answer never overtakes what was sent before it: only if nothing is on its way does it go out on the thread that
/// gives it, and then only if that is the event loop's and in no job.
class ReplySink final : public MessageSink {
 public:
  /// `held` counts the bytes of answers that are on their way to the event loop.
  ReplySink(SerialExecutor& loop, ByteBudget& held, ReplyReceiver& receiver)
      : loop_(loop), held_(held), receiver_(receiver) {}
  ReplySink(const ReplySink&) = delete;
  ReplySink& operator=(const ReplySink&) = delete;
  ~ReplySink() = default;

  /// What owns the receiver and this: kept alive while an answer is awaited or a message is on its way.
  void set_owner(std::weak_ptr<void> owner) { owner_ = std::move(owner); }
  [[nodiscard]] std::shared_ptr<void> owner() const noexcept { return owner_.lock(); }

  /// A request came, whose client accepts events before the answer or does not.
  void begin(bool carries_notices) noexcept { carries_notices_ = carries_notices; }
  /// Something is going to call respond(), respond_now(), send() or abandon(), exactly once.
  void expect_answer();
  [[nodiscard]] bool is_expected() const noexcept { return kept_ != nullptr; }
  /// Nothing is awaited any more; the caller holds the owner as long as it needs it.
  [[nodiscard]] std::shared_ptr<void> release() noexcept { return std::move(kept_); }
  /// Whether it was called. From then on the call may be over and its slot another call's.
  [[nodiscard]] bool is_answered() const noexcept;
  /// Whether the answer was lost for want of memory; true once.
  [[nodiscard]] bool take_lost() noexcept;

  void send(std::string_view message) override { respond(message, ErrorCode{}); }
  void respond(std::string_view message, ErrorCode code) override;
  void respond_now(std::string_view message, ErrorCode code) override;
  void notify(std::string_view message) override { post_notice(message, nullptr); }
  void ask(std::string_view message, std::shared_ptr<PendingReplies> pending) override {
    post_notice(message, std::move(pending));
  }
  [[nodiscard]] bool can_notify() const noexcept override { return carries_notices_; }
  void abandon() override { respond({}, {}); }

 private:
  /// ```
  ///             respond() (any thread)           post_answer() (same thread)
  ///   Awaited ───────────────────────▶ Given ────────────────────────────────▶ Lost
  ///      ▲                              │  ▲        there is no memory          │
  ///      └──────────────────────────────┘  └────────────────────────────────────┘
  ///         expect_answer() (event loop)              take_lost() (event loop)
  /// ```
  enum class Answer : std::uint8_t { Awaited, Given, Lost };

  void post_answer(ErrorCode code, std::string_view message);
  void post_notice(std::string_view message, std::shared_ptr<PendingReplies> pending);
  [[nodiscard]] bool try_run_here() noexcept;
  void count_notice(std::size_t bytes) noexcept;
  void discount_notice(std::size_t bytes) noexcept;

  SerialExecutor& loop_;
  ByteBudget& held_;
  ReplyReceiver& receiver_;
  std::weak_ptr<void> owner_;
  std::shared_ptr<void> kept_;  // the owner, while an answer is awaited
  bool carries_notices_ = false;

  // Memory order. The answers themselves travel through SerialExecutor::post(), which orders them; these atomics only
  // say how far they are. `answer_` leaves Awaited by a release store, before the call gives its slot back; the event
  // loop loads it with acquire before it touches the call of an unanswered request. A request begins on the event loop,
  // when no handler has the sink, so that a relaxed store of Awaited suffices: the queue of calls publishes it.
  // `notices_` is incremented by the thread of the handler that answers later: to that thread its own increments are
  // visible without any order. The event loop decrements with release after it has passed a message on; the thread that
  // loads 0 with acquire sees what passing it on has written. `notice_bytes_` is a limit on memory and orders nothing.
  std::atomic<Answer> answer_{Answer::Awaited};
  std::atomic<unsigned> notices_{0};          // on their way to the event loop
  std::atomic<std::size_t> notice_bytes_{0};  // of those
};

}  // namespace mcp::protocol::http
