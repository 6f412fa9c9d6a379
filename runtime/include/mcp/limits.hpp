// Limits that hold for every transport.
#pragma once

#include <chrono>
#include <cstddef>

namespace mcp {

/// What one client may take, and what a server keeps at most.
struct Limits {
  /// Number of calls of one connection that may be queued or running. The server refuses one more as busy.
  std::size_t max_in_flight = 1024;
  /// Bytes of one result on the wire. A bigger result becomes an error that names the limit.
  std::size_t max_result = std::size_t{16} << 20;
  /// Bytes of the messages of those calls together with their decoded arguments. Beyond this, too, the server refuses
  /// one more call as busy, but never a single one.
  std::size_t max_in_flight_bytes = std::size_t{64} << 20;
  /// Bytes of memory that the decoded arguments of one call may take, not counting the texts in them. A call with more
  /// is refused.
  std::size_t max_decoded = std::size_t{64} << 20;
  /// Number of messages in one batch. A bigger batch is refused as a whole, since its answer may be many times its
  /// size.
  std::size_t max_batch = 10'000;
  /// Bytes of all answers to one batch together. A batch with more is answered with one error.
  std::size_t max_batch_answer = std::size_t{64} << 20;
  /// Bytes of the answers to all incomplete batches, together with the answers that are passed between threads.
  std::size_t max_held_answers = std::size_t{64} << 20;
  /// Number of rounds in which one request may ask its client. Several questions asked together are one round.
  unsigned max_rounds = 16;
  /// Bytes of the sealed state that a modern client carries for a request; and how long the server accepts it.
  std::size_t max_state = std::size_t{64} << 10;
  std::chrono::milliseconds state_lifetime = std::chrono::minutes(10);
  /// Number of suspended calls (those that wait for answers of their clients) of each receiving thread; one client may
  /// have half of them. Suspended calls count toward no other limit except that on bytes.
  std::size_t max_suspended = 10'000;
  /// Number of calls of one legacy client that may wait for its answers. The question of one more call fails.
  unsigned max_waiting = 64;
  /// How long a task waits for the answers to its questions.
  std::chrono::milliseconds task_answer_timeout = std::chrono::hours(1);
  /// Bytes of all answers that running tasks hold. The tasks of one principal may hold half of them; without
  /// authentication, those of one address. Further answers are refused.
  std::size_t max_task_answers = std::size_t{64} << 20;
  /// How long a legacy client may take to answer a question.
  std::chrono::milliseconds client_timeout = std::chrono::minutes(10);
  /// How long a call may wait for an executor of the program (<mcp/executor.hpp>), or run on it, before the log says
  /// so; 0: the log never does.
  std::chrono::milliseconds executor_report{1000};
  /// Number of subscriptions (subscriptions/listen) of one connection, and number of resources that all of these, or
  /// one session, may subscribe to. Over HTTP both count for one principal or, without authentication, for one address.
  std::size_t max_subscriptions = 1000;
  std::size_t max_subscribed = 10'000;
  /// Bytes of the URIs of those resources; and bytes of the URIs of all subscriptions to the server, of which one
  /// principal or address may have half.
  std::size_t max_subscribed_bytes = std::size_t{1} << 20;
  std::size_t max_all_subscribed_bytes = std::size_t{64} << 20;
};

/// Limits of the tasks that a server keeps in memory. One principal may use half of each; without authentication, one
/// address.
struct TaskLimits {
  std::size_t max_tasks = 10'000;                 // running and ended ones
  std::size_t max_bytes = std::size_t{64} << 20;  // approximate bytes of all tasks, mostly of results
};

}  // namespace mcp
