// Tool calls that are queued or running: their arguments, their cancellation, their answer.
//
// A call lives in a slot that is used again and again, so that a call in steady state allocates nothing. Slots are
// taken, cancelled and stopped by the receiving thread alone; an executor's thread runs them and gives them back
// without a lock. Calls of tools with a timeout are answered on the timers' thread when it is over; their slot stays
// taken until the handler has ended. A handler that is a coroutine is started by an executor's thread and ends on any
// thread, which answers and gives the slot back.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/codec/value.hpp>
#include <mcp/context.hpp>
#include <mcp/protocol/answers.hpp>
#include <mcp/protocol/executor.hpp>
#include <mcp/protocol/limits.hpp>
#include <mcp/protocol/log_sink.hpp>
#include <mcp/protocol/outbox.hpp>
#include <mcp/protocol/scheduling.hpp>
#include <mcp/protocol/session.hpp>
#include <mcp/protocol/timers.hpp>
#include <mcp/protocol/tool_table.hpp>
#include <mcp/registry/handler.hpp>

namespace mcp {
class Decoder;
}

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

/// What calls need of the server; all of it outlives them.
struct CallEnvironment {
  const Answers& answers;
  const Limits& limits;
  LogSink& log;
  Timers& timers;
};

/// One slot.
class Call final : public Job, private detail::TaskEnd {
 public:
  Call(CallTable& table, const CallEnvironment& environment) noexcept
      : table_(table), environment_(environment), timeout_(*this) {}
  ~Call() = default;

  /// Decodes the arguments, an object, into the slot. On false `problems` says why, and the slot holds nothing. Passes
  /// on what a user's constructor or codec throws.
  [[nodiscard]] bool decode(const CallableTool& tool, Value arguments, Decoder& problems);

  void run(Workbench& bench) noexcept override;

 private:
  friend class CallTable;

  /// Whoever moves it away from Active decides what becomes of the call: its answer, its cancellation, or the answer
  /// that its time is over.
  enum class State : unsigned char { Idle, Active, Cancelled, TimedOut };

  class Timeout final : public Alarm {
   public:
    explicit Timeout(Call& call) noexcept : call_(call) {}
    void expired() noexcept override { call_.time_out(); }

   private:
    Call& call_;
  };

  [[nodiscard]] bool active() const noexcept { return state_.load(std::memory_order_relaxed) == State::Active; }
  [[nodiscard]] std::uint32_t timeout_ms() const noexcept { return tool_->handler->timeout_ms; }
  void time_out() noexcept;
  void task_over() noexcept override;
  void finish(std::string_view answer, bool at_once) noexcept;
  void write_result(Workbench& bench) noexcept;
  void report_exception(Workbench& bench, const char* what);
  Writer& begin(Workbench& bench) const;

  CallTable& table_;
  const CallEnvironment& environment_;
  const CallableTool* tool_ = nullptr;
  void* arguments_ = nullptr;
  Outbox* reply_ = nullptr;
  const void* scope_ = nullptr;
  Revision revision_{};
  std::atomic<State> state_{State::Idle};
  std::size_t bytes_ = 0;                 // of the message; the receiving thread's
  std::string id_;                        // written by the receiving thread alone
  std::optional<std::stop_source> stop_;  // written by the receiving thread alone
  std::stop_token token_;                 // for the handler
  Timeout timeout_;                       // armed from queue() to the end, where the tool has one
  std::optional<Context> context_;        // of the running handler
  detail::PendingTask task_;              // the handler, where it is a coroutine
  ArgumentStorage storage_;
};

/// The calls that one receiving thread takes in. All slots must have run before it is destroyed.
class CallTable {
 public:
  explicit CallTable(const CallEnvironment& environment) noexcept : environment_(environment) {}

  // On the receiving thread:

  /// A slot to decode into, or null if as many calls, or bytes, as the limits allow are in flight. Hand it to queue()
  /// or back to put_back().
  [[nodiscard]] Call* take();
  void put_back(Call& call) noexcept;
  /// True if take() would return null.
  [[nodiscard]] bool full() noexcept;
  /// Whether it is the size of the messages, not the number of calls.
  [[nodiscard]] bool heavy() const noexcept { return bytes_ >= environment_.limits.max_in_flight_bytes; }

  /// The call starts with the next submit().
  void queue(Call& call, const Request& request);
  /// Hands all queued calls to `executor`, as one chain. It is always the same one, and outlives the calls.
  void submit(Executor& executor);

  /// Drops the calls of that scope and id: their handlers are asked to stop, nothing is sent for them. Unknown ids are
  /// ignored.
  void cancel(const void* scope, std::string_view id);
  /// The same for one call, which queue() was given and which was neither answered nor abandoned since.
  void cancel(Call& call);
  /// Asks all handlers to stop, or those of one scope; their answers still count.
  void stop();
  void stop(const void* scope);

 private:
  friend class Call;
  void arm(Call& call);
  void reclaim() noexcept;
  void finished(Call& call) noexcept;  // on any thread

  const CallEnvironment& environment_;
  std::optional<Scheduling> scheduling_;  // since the first submit()
  std::vector<std::unique_ptr<Call>> slots_;
  Job* free_ = nullptr;                  // the receiving thread's
  std::atomic<Job*> returned_{nullptr};  // what other threads gave back since
  std::size_t bytes_ = 0;                // of the messages of calls that were not reclaimed
  Job* first_queued_ = nullptr;
  Job* last_queued_ = nullptr;
};

}  // namespace mcp::protocol
