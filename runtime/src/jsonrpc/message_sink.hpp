// The interface through which the protocol core sends messages to a transport.
#pragma once

#include <memory>
#include <string_view>

namespace mcp::protocol {

enum class ErrorCode : int;
class PendingReplies;

/// Takes whole JSON-RPC messages. Implementations are thread-safe, because handlers finish on any thread. A MessageSink
/// must outlive every request that was received with it.
class MessageSink {
 public:
  /// Sends one whole message, which has no newline at its end. The sink does not keep `message` after it returns.
  virtual void send(std::string_view message) = 0;

  /// Sends the response to a request. `code` is the code of an error response, which some transports map to a status;
  /// ErrorCode{} is a result.
  virtual void respond(std::string_view message, ErrorCode code) {
    static_cast<void>(code);
    send(message);
  }

  /// The same, but sends the response at once instead of collecting it with others. For threads that the transport does
  /// not know, and for handlers that continue after their response.
  virtual void respond_now(std::string_view message, ErrorCode code) { respond(message, code); }

  /// Sends a notification that belongs to a request, at once and before the answer to that request. Drops it if the
  /// transport can carry nothing but the answer.
  virtual void notify(std::string_view message) = 0;

  /// The same for a request to the client, whose answer `pending` waits for. If the request cannot be sent, now or
  /// later, the sink cancels `pending`.
  virtual void ask(std::string_view message, std::shared_ptr<PendingReplies> pending) {
    static_cast<void>(pending);
    notify(message);
  }

  /// Whether so many bytes wait for the client that further notifications should be delayed. Once this has returned
  /// true, the transport calls Connection::flush() when it becomes false.
  [[nodiscard]] virtual bool congested() { return false; }

  /// Whether notify() reaches the client of the request.
  [[nodiscard]] virtual bool can_notify() const noexcept { return true; }

  /// Reports that a request is never answered, because it was cancelled.
  virtual void abandon() {}

 protected:
  ~MessageSink() = default;
};

}  // namespace mcp::protocol
