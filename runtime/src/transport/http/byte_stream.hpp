// The bytes of one connection, with TLS or without.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "transport/http/socket.hpp"

namespace boost::asio::ssl {
class context;
}

namespace mcp::transport::http {

class HttpEventLoop;

/// Everything is for its event loop. Nothing throws but for want of memory.
class ByteStream {
 public:
  /// What happens to the stream, reported on the event loop.
  class Observer {
   public:
    /// kJsonPadding bytes behind them are readable; all of them until it returns.
    virtual void on_bytes(std::string_view bytes) = 0;
    /// The client sends nothing any more.
    virtual void on_end() = 0;
    /// Neither way works any more.
    virtual void on_broken() = 0;
    /// The socket took something.
    virtual void on_progress() noexcept = 0;
    /// Nothing that was queued is left.
    virtual void on_all_sent() = 0;
    /// What each operation holds on to while it is under way; it owns the stream, too.
    [[nodiscard]] virtual std::shared_ptr<void> keep_alive() = 0;

   protected:
    ~Observer() = default;
  };

  virtual ~ByteStream() = default;
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  /// Waits for the first bytes. Once, before anything else; `observer` outlives the stream.
  virtual void start(Observer& observer) = 0;
  /// Reads once bytes are there, and reports them; does nothing if it waits already.
  virtual void wait_for_bytes() = 0;
  /// Sends both, or queues what cannot be sent now. The bytes are the caller's again on return.
  virtual void send(std::string_view first, std::string_view second) = 0;
  /// Queues; flush() sends.
  virtual void queue(std::string_view bytes) = 0;
  virtual void flush() = 0;
  /// Sends what the socket takes of what is queued, where that is known at once; reports on_progress(), but
  /// on_all_sent() only in the next flush().
  virtual void push() {}
  /// Bytes that are queued.
  [[nodiscard]] virtual std::size_t unsent() const noexcept = 0;
  /// Whether the client sends nothing any more, behind what was not read yet.
  [[nodiscard]] virtual bool client_ended() = 0;
  /// From now on on_broken() is called when the client resets the connection, although nothing is read any more.
  virtual void wait_for_error() = 0;
  /// Whether bytes can be exchanged: TLS shakes hands first.
  [[nodiscard]] virtual bool is_open() const noexcept { return true; }
  virtual void close_for_writing() = 0;
  virtual void close() = 0;

 protected:
  ByteStream() = default;
};

/// The stream of an accepted socket.
[[nodiscard]] std::unique_ptr<ByteStream> make_plain_stream(HttpEventLoop& loop, Socket socket);
[[nodiscard]] std::unique_ptr<ByteStream> make_tls_stream(HttpEventLoop& loop, Socket socket,
                                                          boost::asio::ssl::context& tls);

}  // namespace mcp::transport::http
