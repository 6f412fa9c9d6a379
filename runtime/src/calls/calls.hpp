// Requests that run a user's handler, queued or running: tool calls, prompts, resources, completions. Their arguments,
// their questions to the client, their cancellation, their answer.
//
// A call lives in a slot that is used again and again, so that a call in steady state allocates nothing. Slots are
// taken, cancelled and stopped by the receiving thread alone; an executor's thread runs them and gives them back
// without a lock. Calls of handlers with a timeout are answered on the timers' thread when it is over; their slot stays
// taken until the handler has ended. A handler that is a coroutine is started by an executor's thread and ends on any
// thread, which answers and gives the slot back. A handler that waits for answers of the client has left; its slot is
// suspended, without a thread, until they are there and it runs once more.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mcp/codec/value.hpp>
#include <mcp/context.hpp>
#include <mcp/limits.hpp>
#include <mcp/registry/handler.hpp>

#include "base/log_sink.hpp"
#include "base/shares.hpp"
#include "catalog/catalog.hpp"
#include "catalog/response_templates.hpp"
#include "jsonrpc/errors.hpp"
#include "jsonrpc/message_sink.hpp"
#include "mrtr/call_environment.hpp"
#include "mrtr/request_context.hpp"
#include "requests/outgoing_requests.hpp"
#include "requests/session.hpp"
#include "scheduling/executor.hpp"
#include "scheduling/scheduling.hpp"
#include "scheduling/timers.hpp"

namespace mcp {
class Decoder;
class Server;
}  // namespace mcp

namespace mcp::protocol {

class CallTable;

/// Bytes for the arguments of one call: small ones inside, bigger or over-aligned ones on the heap, kept for the next.
class ArgumentStorage {
 public:
  ArgumentStorage() = default;
  ~ArgumentStorage() { release(); }
  ArgumentStorage(const ArgumentStorage&) = delete;
  ArgumentStorage& operator=(const ArgumentStorage&) = delete;

  [[nodiscard]] void* provide(std::size_t size, std::size_t alignment);

 private:
  void release() noexcept;

  static constexpr std::size_t kInside = 192;

  alignas(std::max_align_t) std::byte inside_[kInside];
  void* heap_ = nullptr;
  std::size_t heap_size_ = 0;
  std::size_t heap_alignment_ = 0;
};

/// What a call is of.
enum class CallKind : unsigned char { Tool, Prompt, Resource, Completion, ResourceList };

/// An argument that came as text.
struct TextValue {
  std::string_view name;
  std::string_view text;
};

/// One slot.
class Call final : public Job, private detail::TaskEnd, private Waiter {
 public:
  Call(CallTable& table, const CallEnvironment& environment) noexcept
      : table_(table), environment_(environment), timeout_(*this), reply_timeout_(*this) {}
  ~Call() = default;

  // On the receiving thread, between CallTable::take() and queue().

  /// Decodes the arguments, an object, into the slot. On false `problems` says why, and the slot holds nothing. Passes
  /// on what a user's constructor or codec throws.
  [[nodiscard]] bool decode(const BoundHandler& target, CallKind kind, Value arguments, Decoder& problems);
  /// The same from texts, each read as the handler's `texts` say.
  [[nodiscard]] bool decode_texts(const BoundHandler& target, CallKind kind, std::span<const TextValue> arguments,
                                  Decoder& problems);
  /// For a list of resources: `page` is the page that was asked for, where the first entries are to be added; or the
  /// page is made of the entries behind the one with the URI `after`.
  void list_resources(ListPage page, std::string_view after);
  /// Of a resource: which one.
  void set_subject(std::string_view uri, const Feature& resource);
  /// What the request says beside its arguments; the slot holds them. A problem is one of its parameters.
  [[nodiscard]] std::string_view admit(const Request& request);
  /// Whether the handler may ask for what a modern client lacks: its answer may then be an error that HTTP has a status
  /// for, which must not be given away before.
  [[nodiscard]] bool may_lack_capability() const noexcept;
  /// How many bytes the arguments take, about.
  void set_decoded_bytes(std::size_t bytes) noexcept { decoded_bytes_ = bytes; }
  /// What the call is of lives until the call is over.
  void hold(std::shared_ptr<const Feature>&& target) noexcept {
    if (target.use_count() != 0) held_ = std::move(target);
  }
  /// The slot holds nothing any more.
  void drop_arguments() noexcept;

  void run(WorkerScratch& scratch) noexcept override;

 private:
  friend class CallTable;

  /// Where a call is:
  ///
  ///     Idle ──queue()──▶ Active ──finish()──────────────▶ Idle        the thread that ends it sends the answer
  ///                         ├────CallTable::cancel()────▶ Cancelled   the receiving thread; nothing is sent
  ///                         └────time_out()─────────────▶ TimedOut    the timers' thread sends that its time is over
  ///
  /// The thread whose compare-exchange leaves Active decides the outcome, and only it sends something. The handler may
  /// still run then: finish() comes in every case, gives the slot back, and leaves Cancelled or TimedOut as they are
  /// until the slot is queued again. The store of Active releases what the receiving thread wrote into the slot, the
  /// load in run() acquires it; executors hand jobs over with such an order, too.
  enum class State : unsigned char { Idle, Active, Cancelled, TimedOut };

  class Timeout final : public Timer {
   public:
    explicit Timeout(Call& call) noexcept : call_(call) {}
    void expired() noexcept override { call_.time_out(); }

   private:
    Call& call_;
  };
  /// The client takes too long to answer.
  class ReplyTimeout final : public Timer {
   public:
    explicit ReplyTimeout(Call& call) noexcept : call_(call) {}
    void expired() noexcept override { call_.on_reply_timeout(); }

   private:
    Call& call_;
  };

  [[nodiscard]] bool active() const noexcept { return state_.load(std::memory_order_relaxed) == State::Active; }
  /// False if somebody else has decided.
  [[nodiscard]] bool leave_active(State state) noexcept {
    State active = State::Active;
    return state_.compare_exchange_strong(active, state, std::memory_order_acq_rel);
  }
  [[nodiscard]] const detail::Handler* handler() const noexcept { return target_.handler; }
  [[nodiscard]] std::uint32_t timeout_ms() const noexcept {
    return target_.handler != nullptr ? target_.handler->timeout_ms : list_timeout_;
  }
  [[nodiscard]] bool stoppable() const noexcept;
  /// The members of the arguments are not known.
  [[nodiscard]] bool has_own_decoder() const noexcept {
    return handler()->decode != nullptr || handler()->decode_for != nullptr;
  }
  /// "tool add", for the log.
  [[nodiscard]] std::string what() const;
  void log_problem(std::string_view problem, std::string_view why) const noexcept;

  // The course of a call.
  void arm_timeout();
  void time_out() noexcept;
  void on_task_end() noexcept override;
  [[nodiscard]] bool resume(WorkerScratch& scratch);
  void complete(WorkerScratch& scratch, bool at_once) noexcept;
  void finish(WorkerScratch& scratch, bool at_once) noexcept;
  void answer(std::string_view text, ErrorCode code, bool at_once) noexcept;
  void abandon() noexcept;

  // What it writes.
  Writer& begin(WorkerScratch& scratch);
  void write_result(WorkerScratch& scratch) noexcept;
  void write_members(Writer& to);
  void write_list(Writer& to);
  void end_members(Writer& to);
  void write_failure(WorkerScratch& scratch, std::string_view text);
  void write_refusal(WorkerScratch& scratch, ErrorCode code, std::string_view text, std::string_view data = {});
  void write_exception(WorkerScratch& scratch);
  void write_exception_if_possible(WorkerScratch& scratch) noexcept;
  void write_input_required(WorkerScratch& scratch);
  void report_exception(WorkerScratch& scratch, const char* what);
  [[nodiscard]] const std::string& argument_digest();
  [[nodiscard]] StateSubject state_subject();

  // Its questions.
  [[nodiscard]] bool must_suspend() const noexcept;
  [[nodiscard]] bool suspend() noexcept;
  void send_questions(const std::shared_ptr<PendingReplies>& pending);
  void leave_pending();
  [[nodiscard]] std::shared_ptr<PendingReplies> pending() noexcept;
  void cancel_pending() noexcept;
  void fail_pending(std::string_view why) noexcept;
  void on_reply_timeout() noexcept;
  void on_client_gone() noexcept;
  void wake() noexcept override;

  // Its life as a task.
  [[nodiscard]] bool may_be_task() const noexcept;
  void begin_task();
  void finish_task(std::string_view answer, ErrorCode code) noexcept;

  CallTable& table_;
  const CallEnvironment& environment_;
  CallKind kind_ = CallKind::Tool;
  BoundHandler target_{};
  std::shared_ptr<const void> held_;  // what it refers to, where that was added
  void* arguments_ = nullptr;
  MessageSink* reply_ = nullptr;
  const void* scope_ = nullptr;
  Revision revision_{};
  std::atomic<State> state_{State::Idle};
  std::size_t bytes_ = 0;                 // of the message; the receiving thread's
  std::size_t decoded_bytes_ = 0;         // of its arguments, about; likewise
  bool taken_ = false;                    // not free; likewise
  std::string holder_;                    // whose call it is; written by the receiving thread alone
  std::atomic<bool> suspended_{false};    // counted among those that wait for their client
  std::string id_;                        // written by the receiving thread alone
  std::optional<std::stop_source> stop_;  // written by the receiving thread alone
  std::stop_token token_;                 // for the handler
  Timeout timeout_;                       // started while the handler runs, where it has one
  std::optional<Context> context_;        // of the running handler
  detail::PendingTask task_;              // the handler, where it is a coroutine
  bool writing_task_ = false;             // it has ended, and its result is to be written
  std::atomic<ErrorCode> error_{};        // of the answer, where it is an error response
  ArgumentStorage storage_;

  bool is_retry_ = false;  // it brought answers, so that its own is for nobody else

  // Of resources.
  std::string uri_;
  detail::Subject subject_{};
  detail::Caching caching_{};
  ListPage page_{};
  std::string after_;               // of a list, the URI of an entry; empty: from the first on
  std::uint32_t list_timeout_ = 0;  // of a list, the shortest of those that make it; milliseconds, 0: none

  // Of handlers that take a Context, and of tasks.
  std::unique_ptr<RequestContext> request_;  // kept for the next such call
  bool has_request_ = false;
  bool resumed_ = false;       // what came with the request is taken over
  std::string digest_;         // of the arguments; empty: not computed
  std::string raw_arguments_;  // as they came, where the handler decodes them itself
  std::mutex pending_mutex_;
  std::shared_ptr<PendingReplies> pending_;  // guarded by pending_mutex_: the slot is suspended, or about to be
  std::vector<std::int64_t> asked_ids_;      // of requests to a legacy client
  ReplyTimeout reply_timeout_;
  std::atomic<bool> is_task_{false};  // it was answered with a task, and belongs to no connection any more
};

/// The calls that one receiving thread takes in. All slots must have run before it is destroyed.
class CallTable {
 public:
  explicit CallTable(const CallEnvironment& environment) noexcept : environment_(environment) {}

  // On the receiving thread:

  /// A slot to decode into, or null if as many calls, or bytes, as the limits allow are in flight: of all together, or
  /// half of that of `holder` (see holder_of()). Calls that wait for their client do not count. Hand it to queue() or
  /// back to put_back().
  [[nodiscard]] Call* take(std::string_view holder = {});
  void put_back(Call& call) noexcept;
  /// True if take() would return null, whoever asks.
  [[nodiscard]] bool full() noexcept;
  /// Whether it is the size of the messages, not the number of calls.
  [[nodiscard]] bool heavy() const noexcept { return bytes_ >= environment_.limits.max_in_flight_bytes; }

  /// The call starts with the next submit().
  void queue(Call& call, const Request& request);
  /// Hands all queued calls to `executor`, as one chain. It is always the same one, and outlives the calls.
  void submit(Executor& executor);

  /// Drops the calls of that scope and id: their handlers are asked to stop, nothing is sent for them. Unknown ids are
  /// ignored.
  void cancel(const void* scope, std::string_view id, std::string_view reason = {});
  /// The same for one call, which queue() was given and which was neither answered nor abandoned since.
  void cancel(Call& call);
  /// Nobody waits for clients any more: handlers that asked run once more, and hear that there is no answer.
  void stop_asking();
  /// Asks all handlers to stop, or those of one scope; their answers still count.
  void stop();
  void stop(const void* scope);

 private:
  friend class Call;
  void stop(Call& call);
  [[nodiscard]] std::size_t running() const noexcept { return taken_ - suspended_count_.load(); }
  [[nodiscard]] bool has_its_share(std::string_view holder) noexcept;
  void reclaim() noexcept;
  [[nodiscard]] Shares::Taken suspend(const Call& call);  // on any thread
  void resume(const Call& call) noexcept;                 // the same
  void finished(Call& call) noexcept;                     // on any thread

  const CallEnvironment& environment_;
  std::optional<Scheduling> scheduling_;  // since the first submit()
  std::vector<std::unique_ptr<Call>> slots_;
  Job* free_ = nullptr;  // the receiving thread's
  /// What other threads gave back since: a stack, linked by Job::next. They push with a compare-exchange that releases
  /// what they wrote into the slot; the receiving thread takes all of it with one exchange, so no slot that is read can
  /// come back meanwhile.
  std::atomic<Job*> returned_{nullptr};
  std::size_t bytes_ = 0;  // of the messages of calls that were not reclaimed
  std::size_t taken_ = 0;  // slots that are not free
  std::atomic<std::size_t> suspended_count_{0};
  std::mutex suspended_mutex_;
  Shares suspended_{environment_.limits.max_suspended};
  Job* first_queued_ = nullptr;
  Job* last_queued_ = nullptr;
};

}  // namespace mcp::protocol
