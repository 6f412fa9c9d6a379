// How a call waits for its client without a thread: suspended with its questions, woken by the last answer.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/shares.hpp"
#include "calls/call_target.hpp"
#include "jsonrpc/message_sink.hpp"
#include "mrtr/call_environment.hpp"
#include "mrtr/request_context.hpp"
#include "requests/outgoing_requests.hpp"
#include "scheduling/timers.hpp"

namespace mcp::protocol {

/// The suspension of one call, used once for each round. `waiter` is the call, and outlives it, as `environment` does.
///
/// begin() and end() are for the thread that runs the call: between them, nobody runs it. The rest is thread-safe: what
/// it ends is woken once, on the thread that ends it or, where that was too early, by activate().
class Suspension {
 public:
  Suspension(Waiter& waiter, const CallEnvironment& environment) noexcept
      : waiter_(waiter), environment_(environment), timeout_(*this) {}
  Suspension(const Suspension&) = delete;
  Suspension& operator=(const Suspension&) = delete;

  /// What a call waits with.
  struct Asked {
    RequestContext& request;
    MessageSink& reply;
    const CallTarget& target;  ///< for the log
    bool is_task;              ///< the client fetches the questions and answers them by requests of their own
  };

  /// Sends the open questions of the request, or lets a task show them. Null if there is no memory for that; else the
  /// waiter sleeps once activate() is called, and is woken when all answers are there or none is to come. `room` says
  /// whether one more call may wait.
  [[nodiscard]] std::shared_ptr<PendingReplies> begin(const Asked& asked, Shares::Taken room) noexcept;
  /// The waiter is awake: what the client has not answered is not wanted any more. Null if it did not sleep.
  [[nodiscard]] std::shared_ptr<PendingReplies> end(const Asked& asked);

  /// Wakes the waiter without answers: its request is over.
  void cancel() noexcept;
  /// Wakes the waiter; what is open is answered by a failure that says `why`.
  void fail(std::string_view why) noexcept;
  /// The same, as the client is gone or the server shuts down.
  void on_client_gone() noexcept;

 private:
  class ReplyTimeout final : public Timer {
   public:
    explicit ReplyTimeout(Suspension& suspension) noexcept : suspension_(suspension) {}
    void expired() noexcept override { suspension_.on_reply_timeout(); }

   private:
    Suspension& suspension_;
  };

  [[nodiscard]] std::shared_ptr<PendingReplies> pending() const noexcept;
  [[nodiscard]] std::shared_ptr<PendingReplies> make_pending(const RoundTrips& rounds);
  void start(const Asked& asked, const std::shared_ptr<PendingReplies>& pending, Shares::Taken room);
  void show_in_task(RequestContext& request, const std::shared_ptr<PendingReplies>& pending);
  void send_questions(const Asked& asked, const std::shared_ptr<PendingReplies>& pending);
  void withdraw_questions(const Asked& asked);
  void start_timeout(std::chrono::milliseconds time);
  void on_reply_timeout() noexcept;

  Waiter& waiter_;
  const CallEnvironment& environment_;
  mutable std::mutex mutex_;
  std::shared_ptr<PendingReplies> pending_;  // guarded by mutex_
  std::vector<std::int64_t> asked_ids_;      // of requests to the client of a session
  std::chrono::milliseconds timeout_length_{};
  ReplyTimeout timeout_;
};

}  // namespace mcp::protocol
