// A request that runs a user's handler, from its arguments to its answer.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include <mcp/codec/value.hpp>
#include <mcp/context.hpp>
#include <mcp/registry/handler.hpp>

#include "calls/call_answer.hpp"
#include "calls/call_arguments.hpp"
#include "calls/call_state.hpp"
#include "calls/call_target.hpp"
#include "calls/suspension.hpp"
#include "mrtr/call_environment.hpp"
#include "mrtr/request_context.hpp"
#include "requests/outgoing_requests.hpp"
#include "requests/session.hpp"
#include "scheduling/executor.hpp"
#include "scheduling/program_executor.hpp"
#include "scheduling/timers.hpp"
#include "tasks/task_runner.hpp"

namespace mcp::protocol {

class CallTable;

/// What the table of calls knows of a slot. The receiving thread writes it while the call is idle.
struct CallSlot {
  bool taken = false;
  std::string id;                      ///< JSON
  const void* scope = nullptr;         ///< what the id is unique in
  std::string holder;                  ///< whose calls are counted together
  std::size_t bytes = 0;               ///< of the message and of its arguments, about
  std::size_t decoded_bytes = 0;       ///< of the arguments alone
  std::atomic<bool> suspended{false};  ///< counted among those that wait for their client; any thread
};

/// One slot of a CallTable, which is used again and again, so that a call in steady state allocates nothing.
///
/// The receiving thread fills it in. An executor's thread runs it and gives it back without a lock. A handler with a
/// timeout is answered for by the timers' thread when its time is over; its slot stays taken until the handler has
/// ended. A handler that is a coroutine is started by an executor's thread and ends on any thread, which answers and
/// gives the slot back. A handler that waits for answers of the client has left; its slot is suspended, without a
/// thread, until they are there and it runs once more. A handler that an executor of the program runs waits there; the
/// call is taken back from it when it is not wanted any more. CallState says which of them decides how the call ends:
///
///     run() ─▶ resume_request() ─▶ the handler ─▶ complete() ─▶ finish()       the answer is sent, the slot given back
///       ▲                            │  ▲            │
///       │                            ▼  │            ▼
///       │                 a coroutine: on_task_end() suspend()
///       └────────────────────────────────────────────┘ wake()
class Call final : public Job, private detail::TaskEnd, private Waiter {
 public:
  Call(CallTable& table, const CallEnvironment& environment) noexcept
      : table_(table), environment_(environment), suspension_(*this, environment), timeout_(*this) {}
  ~Call() = default;

  // On the receiving thread, between CallTable::take() and queue().

  [[nodiscard]] CallTarget& target() noexcept { return target_; }
  [[nodiscard]] CallArguments& arguments() noexcept { return arguments_; }
  /// Reads what the request says beside its arguments; the slot holds it. A problem is one of the parameters.
  [[nodiscard]] std::string_view admit(const Request& request);
  /// Whether the handler may ask for what a modern client lacks: its answer may then be an error that HTTP has a status
  /// for, which must not be given away before.
  [[nodiscard]] bool may_lack_capability() const noexcept;
  /// How many bytes the arguments take, about.
  void set_decoded_bytes(std::size_t bytes) noexcept { slot_.decoded_bytes = bytes; }

  void run(WorkerScratch& scratch) noexcept override;
  void on_not_run(NotRun why) noexcept override {
    next_run_ = why == NotRun::Dropped ? NextRun::IsForDropped : NextRun::IsForClosed;
  }
  [[nodiscard]] bool is_wanted() const noexcept override { return state_.is_open() && !is_stopped_task(); }
  [[nodiscard]] std::string text() const override { return target_.text(); }

 private:
  friend class CallTable;

  class Timeout final : public Timer {
   public:
    explicit Timeout(Call& call) noexcept : call_(call) {}
    void expired() noexcept override { call_.on_timeout(); }

   private:
    Call& call_;
  };
  /// What run() does, where an executor of the program runs the handler.
  enum class NextRun : unsigned char {
    IsForHandler,
    IsForRequest,  ///< what came with the request is taken over on a thread of the server, as stores may block
    IsForDropped,  ///< the program does not run the handler
    IsForClosed,   ///< it is not wanted, or the server ends
  };
  /// Ends the wait of a task that its client cancels.
  struct TakeBack {
    Call& call;
    void operator()() const noexcept;
  };
  /// How the answer goes out.
  struct Reply {
    MessageSink* sink = nullptr;
    Revision revision{};
    bool uses_answers = false;  ///< the request brought answers, so that its own is for nobody else
  };
  /// The handler, while it runs.
  struct Run {
    std::optional<Context> context;
    detail::PendingTask task;  ///< where it is a coroutine
    bool has_ended = false;    ///< the coroutine's result is to be written
  };

  [[nodiscard]] const detail::Handler* handler() const noexcept { return target_.handler(); }
  /// Null: the handler takes no Context.
  [[nodiscard]] RequestContext* request() const noexcept { return has_request_ ? request_.get() : nullptr; }
  [[nodiscard]] bool has_open_questions() const noexcept {
    return has_request_ && !request_->rounds().open_questions().empty();
  }
  [[nodiscard]] CallAnswer answer_in(WorkerScratch& scratch) const noexcept {
    return {environment_, target_, slot_.id, reply_.revision, reply_.uses_answers, scratch};
  }

  /// The executor of the program that runs it; null: the server's own threads do.
  [[nodiscard]] ProgramExecutor* elsewhere() const noexcept { return elsewhere_.load(std::memory_order_relaxed); }
  /// Of the executor that runs the handler.
  [[nodiscard]] const Scheduling& scheduling() const noexcept;

  // The course of a call.
  void start(const Request& request);
  [[nodiscard]] bool resume_request(CallAnswer& answer);
  void write_result(CallAnswer& answer) noexcept;
  void write_checked(CallAnswer& answer);
  void write_members(CallAnswer& answer, Writer& to);
  void write_list(CallAnswer& answer, Writer& to);
  void write_input_required(CallAnswer& answer);
  void on_task_end() noexcept override;
  void run_apart(CallAnswer& answer) noexcept;
  void take_over_request(CallAnswer& answer) noexcept;
  [[nodiscard]] bool must_take_over_request() const noexcept;
  [[nodiscard]] bool is_stopped_task() const noexcept { return state_.is_task() && stop_.token().stop_requested(); }
  void complete(CallAnswer& answer, bool at_once) noexcept;
  void finish(CallAnswer& answer, bool at_once) noexcept;
  [[nodiscard]] StateSubject state_subject();

  // How it ends otherwise.
  void start_timeout();
  void on_timeout() noexcept;
  void cancel();
  void stop();
  void on_client_gone();
  void take_back() noexcept;
  void send(std::string_view text, ErrorCode code, bool at_once) noexcept;
  void send_want_of_memory(bool at_once);
  void abandon() noexcept;

  // While it waits for its client.
  [[nodiscard]] Suspension::Asked asked() noexcept { return {*request_, *reply_.sink, target_, state_.is_task()}; }
  [[nodiscard]] bool must_suspend() const noexcept;
  [[nodiscard]] bool suspend() noexcept;
  void end_suspension();
  void wake() noexcept override;

  // As a task.
  [[nodiscard]] bool may_be_task() const noexcept;
  [[nodiscard]] bool start_as_task(CallAnswer& answer);
  void become_task();
  [[nodiscard]] std::optional<TaskRecord> begin_task(const RequestFacts& facts, std::string& problem);
  [[nodiscard]] TaskRunner::End task_end(std::string_view answer, ErrorCode code) const;
  void end_task(std::string_view answer, ErrorCode code) noexcept;
  void end_task_later(std::string_view answer, ErrorCode code) noexcept;

  CallTable& table_;
  const CallEnvironment& environment_;
  CallSlot slot_;
  CallTarget target_;
  CallArguments arguments_;
  Reply reply_;
  CallState state_;
  StopRequest stop_;
  Run run_;
  Suspension suspension_;
  Timeout timeout_;                          // started while the handler runs, where it has one
  std::unique_ptr<RequestContext> request_;  // kept for the next call that has one
  bool has_request_ = false;
  bool request_resumed_ = false;  // what came with the request is taken over
  /// Written by the receiving thread. That of the timers may look before it is submitted, and finds nothing to take
  /// back there then; the mutex of the executor orders what counts.
  std::atomic<ProgramExecutor*> elsewhere_{nullptr};
  NextRun next_run_ = NextRun::IsForHandler;  // written before it is submitted to the server's own executor
  std::optional<std::stop_callback<TakeBack>>
      on_stop_;  // while an executor of the program runs a handler with a request
};

}  // namespace mcp::protocol
