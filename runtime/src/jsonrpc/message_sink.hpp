// Where answers go: the seam between the protocol core and whatever carries its bytes.
#pragma once

#include <memory>
#include <string_view>

namespace mcp::protocol {

enum class ErrorCode : int;
class PendingReplies;

/// Takes whole JSON-RPC messages. Implementations are thread-safe: handlers finish on any thread. A MessageSink
/// outlives every request that was received with it.
class MessageSink {
 public:
  /// One whole message, without a newline at its end. The bytes are the caller's again on return.
  virtual void send(std::string_view message) = 0;

  /// The response to a request. `code` is that of an error response, as some carriers have a status of their own for
  /// each; ErrorCode{}: it is a result.
  virtual void respond(std::string_view message, ErrorCode code) {
    static_cast<void>(code);
    send(message);
  }

  /// The same from a thread that the carrier knows nothing of, or for a handler that goes on: the response goes out at
  /// once, where others may wait until a burst of them is over.
  virtual void respond_now(std::string_view message, ErrorCode code) { respond(message, code); }

  /// A notification or a request of ours that belongs to a request whose answer is still to come. Goes out at once, and
  /// before that answer; dropped where nothing but the answer can be carried.
  virtual void notify(std::string_view message) = 0;

  /// The same for a request of ours, whose answer `pending` waits for. Where it cannot be carried, now or once it has
  /// been on its way for a while, the round is given up.
  virtual void ask(std::string_view message, std::shared_ptr<PendingReplies> pending) {
    static_cast<void>(pending);
    notify(message);
  }

  /// Whether so much waits for the client to read it that what can wait should. Where it was so, Connection::flush() is
  /// called once it is not any more.
  [[nodiscard]] virtual bool congested() { return false; }

  /// Whether notify() reaches the client of the request that is being answered.
  [[nodiscard]] virtual bool can_notify() const noexcept { return true; }

  /// A request whose answer would have come here is never answered, because it was cancelled.
  virtual void abandon() {}

 protected:
  ~MessageSink() = default;
};

}  // namespace mcp::protocol
