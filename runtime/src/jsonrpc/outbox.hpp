// Where answers go: the seam between the protocol core and whatever carries its bytes.
#pragma once

#include <memory>
#include <string_view>

namespace mcp::protocol {

enum class ErrorCode : int;
class Round;

/// Takes whole JSON-RPC messages. Implementations are thread-safe: handlers finish on any thread. An Outbox outlives
/// every request that was received with it.
class Outbox {
 public:
  /// One whole message, without a newline at its end. The bytes are the caller's again on return.
  virtual void send(std::string_view message) = 0;

  /// The same for an error response, to carriers that have a status of their own for each; ErrorCode{}: it is none.
  virtual void send_error(ErrorCode code, std::string_view message) {
    static_cast<void>(code);
    send(message);
  }

  /// The same for a message that comes alone, from a thread that the carrier knows nothing of, or of a handler that
  /// goes on: it goes out at once, where others may wait until a burst of them is over. Without a code it is no error
  /// response.
  virtual void send_now(std::string_view message, ErrorCode code) { send_error(code, message); }

  /// A notification or a request of ours that belongs to a request whose answer is still to come. Goes out at once, and
  /// before that answer; dropped where nothing but the answer can be carried.
  virtual void notify(std::string_view message) = 0;

  /// The same for a request of ours, whose answer `round` waits for. Where it cannot be carried, now or once it has
  /// been on its way for a while, the round is given up.
  virtual void ask(std::string_view message, std::shared_ptr<Round> round) {
    static_cast<void>(round);
    notify(message);
  }

  /// Whether so much waits for the client to read it that what can wait should. Where it was so, Connection::tell() is
  /// called once it is not any more.
  [[nodiscard]] virtual bool crowded() { return false; }

  /// Whether notify() reaches the client of the request that is being answered.
  [[nodiscard]] virtual bool can_notify() const noexcept { return true; }

  /// A request whose answer would have come here is never answered, because it was cancelled.
  virtual void abandon() {}

 protected:
  ~Outbox() = default;
};

}  // namespace mcp::protocol
