// The slots of a receiving thread: who may take one, and what becomes of calls from outside.
//
// Calls are requests that run a user's handler, queued or running: of tools, prompts, resources, completions and lists
// of resources. Slots are taken, cancelled and stopped by the receiving thread alone; the threads that run calls give
// them back without a lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include <mcp/limits.hpp>

#include "base/shares.hpp"
#include "calls/call.hpp"
#include "mrtr/call_environment.hpp"
#include "requests/session.hpp"
#include "scheduling/executor.hpp"
#include "scheduling/program_executor.hpp"
#include "scheduling/scheduling.hpp"

namespace mcp::protocol {

/// The calls that one receiving thread takes in. All slots must have run before it is destroyed; where executors of the
/// program do not run any more, close_executors() sees to that.
class CallTable {
 public:
  explicit CallTable(const CallEnvironment& environment) noexcept : environment_(environment) {}

  // On the receiving thread:

  enum class Room : unsigned char {
    Usual,
    WithReserve,  ///< for requests that act on calls, which must be possible when the table is full
  };

  /// A slot to decode into, or null if as many calls, or bytes, as the limits allow are in flight: of all together, or
  /// half of that of `holder` (see holder_of()). Calls that wait for their client do not count. Hand it to queue() or
  /// back to put_back().
  [[nodiscard]] Call* take(std::string_view holder = {}, Room room = Room::Usual);
  void put_back(Call& call) noexcept;
  /// True if take() would return null for every holder.
  [[nodiscard]] bool full() noexcept;
  /// Whether no slot is in use, not even by a call that waits for its client.
  [[nodiscard]] bool idle() noexcept;
  /// Whether it is the size of the messages, not the number of calls.
  [[nodiscard]] bool heavy() const noexcept { return bytes_ >= environment_.limits.max_in_flight_bytes; }

  /// The call starts with the next submit().
  void queue(Call& call, const Request& request);
  /// Hands all queued calls to `executor`, as one chain. It is always the same one, and outlives the calls.
  void submit(Executor& executor);
  /// Whether so many calls wait for the executor of the program that runs `call`, which must have one, that calls of
  /// other executors need the rest of the slots.
  [[nodiscard]] bool congested(const Call& call) const noexcept;
  /// No handler starts on executors of the program any more: calls that wait there are answered with an error.
  /// Whether some did.
  bool close_executors() noexcept;

  /// Drops the calls of that scope and id: their handlers are asked to stop, nothing is sent for them. Unknown ids are
  /// ignored.
  void cancel(const void* scope, std::string_view id, std::string_view reason = {});
  /// The same for one call, which queue() was given and which was neither answered nor abandoned since.
  void cancel(Call& call);
  /// Nobody waits for clients any more: handlers that asked run once more, and hear that there is no answer.
  void stop_asking();
  /// Asks all handlers to stop, or those of one scope, whose client is gone; their answers still count.
  void stop();
  void stop(const void* scope);
  /// The client is gone: asks those handlers to stop whose answers would go to it. Tasks go on.
  void on_client_gone();

 private:
  friend class Call;

  [[nodiscard]] std::size_t running() const noexcept { return taken_ - suspended_count_.load(); }
  [[nodiscard]] bool has_room(std::string_view holder, Room room) noexcept;
  [[nodiscard]] bool has_its_share(std::string_view holder) noexcept;
  void reclaim() noexcept;
  void submit_apart(Executor& executor) noexcept;
  [[nodiscard]] ProgramExecutor& program_executor(const ExecutorBinding& binding);

  // For calls, on any thread:

  [[nodiscard]] const Scheduling& scheduling() const noexcept { return *scheduling_; }
  /// Counts one more call that waits for its client, if there is room.
  [[nodiscard]] Shares::Taken count_suspended(Call& call) noexcept;
  /// It does not wait any more; does nothing if it was not counted.
  void count_resumed(Call& call) noexcept;
  /// The call is over: its slot is free again.
  void give_back(Call& call) noexcept;

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
  std::size_t queued_elsewhere_ = 0;  // of those, calls that executors of the program run
  std::map<const ExecutorBinding*, ProgramExecutor> program_executors_;
  bool executors_closed_ = false;
};

}  // namespace mcp::protocol
