// The bounds that the protocol core keeps, whatever the transport.
#pragma once

#include <chrono>
#include <cstddef>

namespace mcp::protocol {

struct Limits {
  /// Tool calls of one connection that are queued or running; one more is refused as busy.
  std::size_t max_in_flight = 1024;
  /// Bytes of one tool result on the wire; a bigger one becomes an error that says so.
  std::size_t max_result = std::size_t{16} << 20;
  /// Bytes of the messages of those tool calls, and of what they became; beyond, too, one more is refused as busy. A
  /// single call never is.
  std::size_t max_in_flight_bytes = std::size_t{64} << 20;
  /// Bytes that the arguments of one call may take as C++ objects, texts in them not counted; a call with more is
  /// refused.
  std::size_t max_decoded = std::size_t{64} << 20;
  /// Messages in one batch; a bigger one is refused as a whole, since its answer may be many times its size.
  std::size_t max_batch = 10'000;
  /// Bytes of all answers to one batch together; more become one error.
  std::size_t max_batch_answer = std::size_t{64} << 20;
  /// Bytes of the answers of all batches that are not complete, and of answers on their way between threads.
  std::size_t max_held_answers = std::size_t{64} << 20;
  /// How often one request may ask its client, rounds of several questions counted once.
  unsigned max_rounds = 16;
  /// Bytes of what a request keeps with a modern client until that answers, sealed; and how long it can come back.
  std::size_t max_state = std::size_t{64} << 10;
  std::chrono::milliseconds state_lifetime = std::chrono::minutes(10);
  /// Calls that wait for answers of their clients or users, at each receiving thread; half of that of one client. They
  /// hold no other limit but their bytes.
  std::size_t max_suspended = 10'000;
  /// Calls of one legacy client that wait for its answers; another question gets none.
  unsigned max_waiting = 64;
  /// How long a task waits for the answers to its questions.
  std::chrono::milliseconds task_patience = std::chrono::hours(1);
  /// Bytes of the answers that running tasks were given, all together; half of them to tasks of one principal, or of
  /// one address where nobody is authenticated. More are refused.
  std::size_t max_task_answers = std::size_t{64} << 20;
  /// How long a legacy client may take to answer a question.
  std::chrono::milliseconds client_timeout = std::chrono::minutes(10);
  /// Subscriptions (subscriptions/listen) of one connection, over HTTP of one principal or, where nobody is
  /// authenticated, of one address; and the resources that all of them together, or one session, may subscribe to.
  std::size_t max_subscriptions = 1000;
  std::size_t max_subscribed = 10'000;
  /// Bytes of the URIs of those resources; and of the URIs of all subscriptions to the server, half of them of one
  /// principal or address.
  std::size_t max_subscribed_bytes = std::size_t{1} << 20;
  std::size_t max_all_subscribed_bytes = std::size_t{64} << 20;
};

}  // namespace mcp::protocol
